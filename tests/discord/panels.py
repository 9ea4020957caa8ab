"""What a panel of settings shows."""

from tests.discord.simulated import Answer


def selected(panel: Answer) -> set[str]:
    """Return the choices that the lists of a panel show as those that count."""
    return {
        option.label for menu in panel.message.menus for option in menu.options if option.default
    }
