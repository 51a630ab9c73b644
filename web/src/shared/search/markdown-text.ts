/** Patterns of Markdown with what remains of them, in order; with bounded repetitions, so that no text takes long. */
const MARKS: readonly (readonly [RegExp, string])[] = [
  // Lines of a code block's fence, of a table's rule, and rules between paragraphs.
  [/^[ \t]{0,9}(?:(?:```|~~~).*|(?=.*---)[-|: \t]{3,500}|\*{3,}|_{3,})$/gm, ''],
  // Beginnings of headings, quotes and entries of lists.
  [/^[ \t]{0,9}(?:#{1,6}|>|[-*+]|\d{1,9}[.)])[ \t]+/gm, ''],
  [/^[ \t]{0,9}\|(.*)\|[ \t]{0,9}$/gm, '$1'],
  [/!?\[([^\][]{0,500})\]\([^()\n]{0,2000}\)/g, '$1'],
  [/`([^`\n]{1,500})`/g, '$1'],
  [/(\*\*|__|~~)(?=\S)(.{1,500}?)(?<=\S)\1/g, '$2'],
  [/(?<![\w*])([*_])(?=\S)([^*_\n]{1,500})(?<=\S)\1(?![\w*])/g, '$2'],
];

/** The words of a Markdown text on one line, for excerpts: without its marks. Names such as `agg_daily_sales` stay as they are. */
export function markdownText(text: string): string {
  return MARKS.reduce((rest, [pattern, kept]) => rest.replace(pattern, kept), text)
    .replace(/\s+/g, ' ')
    .trim();
}
