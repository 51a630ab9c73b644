/** Texts that no shell on this platform reads in another way. */
const PLAIN = /^[\w.:/+=-]+$/;
/** Windows separates folders by `\`, which other shells read as an escape. */
const PLAIN_ON_WINDOWS = /^[\w.:/+=\\-]+$/;

/** A text as one word for a POSIX shell, in quotes. */
export function quotedForPosix(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * A text as one word of a command that somebody copies to a terminal of this system: in quotes if its shell would otherwise read it in
 * another way. On Windows these are double quotes: `cmd` takes single ones as part of the text, and PowerShell knows both.
 */
export function shellWord(text: string, platform: NodeJS.Platform = process.platform): string {
  if (platform === 'win32') return PLAIN_ON_WINDOWS.test(text) ? text : `"${text}"`;
  return PLAIN.test(text) ? text : quotedForPosix(text);
}

/** A command written with the single quotes of a POSIX shell, with the quotes of this system. */
export function shellLine(line: string, platform: NodeJS.Platform = process.platform): string {
  return platform === 'win32' ? line.replaceAll("'", '"') : line;
}
