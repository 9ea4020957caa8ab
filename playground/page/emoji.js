// Emoji on buttons and in lists. The server has no pictures of them and the machine perhaps no
// font, so a server's own emoji is written by its name.

/**
 * Give an emoji as text; nothing for none.
 *
 * @param {{ id?: string | null, name: string } | null | undefined} emoji
 */
export function emojiText(emoji) {
  if (!emoji) return "";
  return emoji.id ? `:${emoji.name}:` : emoji.name;
}
