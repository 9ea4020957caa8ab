"""What a person touches: commands, buttons, lists, and the look of messages.

Thin: a cog turns a click into a call of a service in `bot`, and what came of it into words.
`controls` routes clicks, `layout` builds messages, `answers` says what went wrong, `panels`
lets a move be built; then one file for each thing people do (`challenges`, `boards`, `turns`,
`results`, `games`, `standings`, `lessons`, `help`), and one for each game, with its rules in
words in `rulebooks`. No SQL, no rules of play.
"""
