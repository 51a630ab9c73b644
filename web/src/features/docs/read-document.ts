/** Texts of the documents, each in a file of its own. The pattern leaves out documents for developers. */
const TEXTS = import.meta.glob<string>(
  ['../../../../docs/*.md', '../../../../docs/guide/README.md', '!../../../../docs/life-of-*.md'],
  { query: '?raw', import: 'default' },
);

/** The text of a document without its title, comments and pictures; undefined if there is none of this name. */
export async function readDocument(name: string): Promise<string | undefined> {
  const read = TEXTS[`../../../../docs/${name === 'guide' ? 'guide/README' : name}.md`];
  const text = await read?.();
  return text
    ?.replace(/^# .*$/m, '')
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/^!\[.*\]\(.*\)$/gm, '');
}
