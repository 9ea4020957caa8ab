"""What people touch: commands, buttons, lists, and the look of messages.

Thin: a cog turns a click into a call of a service in `bot`, and the result into words. Begin with
`ui` (routing of clicks, components, responses, the panel of a move) and `board` (boards and
turns); `challenge`, `match`, `learn` and `server` hold the other commands, `games` one module for
each game, with its rules pages in `rulebooks`. No SQL, no rules of play.
"""
