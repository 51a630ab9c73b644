import { shorten } from '../printable.ts';

/** Maximum steps shown of a place, from the outside: deeper ones do not help the reader. */
const SHOWN_STEPS = 20;
/** Characters shown of a name. */
const SHOWN_NAME = 100;

/**
 * Path of the value that begins at an offset in a JSON text, such as `patch[0].value.double`; '' for the outermost
 * value, or where the text is not JSON up to there. Reads the text once up to the offset, in UTF-16 units: only for
 * errors.
 */
export function placeInJson(text: string, offset: number): string {
  const steps: (string | number)[] = [];
  let name = '';
  for (let at = 0; at < offset; at++) {
    switch (text.charAt(at)) {
      case '"': {
        const end = endOfString(text, at);
        name = shorten(text.slice(at + 1, end - 1), SHOWN_NAME);
        at = end - 1;
        break;
      }
      case ':':
        steps[steps.length - 1] = name;
        break;
      case ',': {
        const last = steps.at(-1);
        if (typeof last === 'number') steps[steps.length - 1] = last + 1;
        break;
      }
      case '{':
        steps.push('');
        break;
      case '[':
        steps.push(0);
        break;
      case '}':
      case ']':
        steps.pop();
    }
  }
  const shown = steps
    .slice(0, SHOWN_STEPS)
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`));
  return shown.join('').replace(/^\./, '') + (steps.length > SHOWN_STEPS ? '…' : '');
}

/** Offset after the closing quote of the string that begins at an offset; the length of the text if it has none. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}
