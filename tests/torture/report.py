"""What a run says: a line while it goes on, and a report at its end.

What does not belong here: whether something is wrong (`invariants`).
"""

from tests.torture.storm import Report


def progress_line(report: Report) -> str:
    """Say in one line how far a run has come."""
    return (
        f"{report.injected} of {report.plan.faults} faults in {report.storms} storms, "
        f"{report.acknowledged} acknowledged moves, {report.games} games, "
        f"{len(report.violations)} violations, {rate(report):.0f} faults a minute"
    )


def rate(report: Report) -> float:
    """Return the faults a minute."""
    return 60 * report.injected / max(report.seconds, 1e-9)


def told(report: Report) -> str:
    """Write the report of a run."""
    where = report.plan.database.partition(":")[0] or "sqlite"
    lines = [
        f"seed {report.plan.seed} on {where}: {progress_line(report)}",
        (
            f"{report.seconds:.0f} s; the longest stop took {report.longest_stop:.1f} s; "
            f"{report.over} games came to their end"
        ),
        "faults: " + counted(report.faults),
        "deeds: " + counted(report.deeds),
    ]
    pairs = zip(report.violations, report.after, strict=True)
    lines += [f"VIOLATION {wrong}\n    after {after or 'nothing'}" for wrong, after in pairs]
    lines.append(
        "0 violations" if not report.violations else f"{len(report.violations)} violations"
    )
    return "\n".join(lines)


def counted(counts: dict[str, int]) -> str:
    """List counts, the largest first."""
    ordered = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    return ", ".join(f"{count} {name}" for name, count in ordered) or "none"
