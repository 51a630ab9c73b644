import { isIP } from 'node:net';
import { delimiter, isAbsolute, resolve } from 'node:path';

/** How the texts of flags and environment, and the values of a YAML file, become the value of an option. */
export interface OptionType<T> {
  /** Stands for the value in help texts, for example `<folder>`. */
  readonly placeholder: string;
  /** What a value must be, for error messages: `a whole number from 0 to 65535`. */
  readonly expected: string;
  /** What was chosen may hold a password: no complaint repeats it. */
  readonly isSecret?: boolean;
  /** The value; undefined when it is not what is expected. Relative paths are below `folder`. */
  parse(raw: unknown, folder: string): T | undefined;
}

/** True or false. */
export const flag: OptionType<boolean> = {
  placeholder: '[true|false]',
  expected: 'true or false',
  parse: (raw) => {
    const word = typeof raw === 'string' ? raw.trim().toLowerCase() : raw;
    return word === true || word === 'true' ? true : word === false || word === 'false' ? false : undefined;
  },
};

/** A text that is not empty. */
export const text: OptionType<string> = {
  placeholder: '<text>',
  expected: 'a text that is not empty',
  parse: (raw) => (typeof raw === 'string' && raw.trim() !== '' ? raw.trim() : undefined),
};

/** A text that may be empty. */
export const anyText: OptionType<string> = {
  placeholder: '<text>',
  expected: 'a text',
  parse: (raw) => (typeof raw === 'string' ? raw.trim() : undefined),
};

/** Address on the web without user, query and fragment, for example the one given; empty for none. */
export function webAddress(example: string): OptionType<string> {
  return {
    placeholder: '<url>',
    expected: `an address such as ${example}, without '?' and '#', or empty`,
    parse(raw) {
      if (raw === '') return '';
      if (typeof raw !== 'string' || !URL.canParse(raw)) return undefined;
      const { hash, password, protocol, search, username } = new URL(raw);
      const isPlain = hash === '' && search === '' && username === '' && password === '';
      return isPlain && /^https?:$/.test(protocol) ? raw.trim() : undefined;
    },
  };
}

/** Address of a service, with user name and password if it asks for them; empty for none. */
export function serviceAddress(example: string, ...schemes: readonly string[]): OptionType<string> {
  return {
    placeholder: '<url>',
    expected: `an address such as ${example}, or empty`,
    isSecret: true,
    parse(raw) {
      if (raw === '') return '';
      if (typeof raw !== 'string' || !URL.canParse(raw)) return undefined;
      const { hostname, protocol } = new URL(raw);
      return hostname !== '' && schemes.includes(protocol.slice(0, -1)) ? raw.trim() : undefined;
    },
  };
}

/** What the names of indexes begin with. */
export const indexPrefix: OptionType<string> = {
  placeholder: '<prefix>',
  expected: 'at most 60 lower-case letters, digits and underscores, a letter first',
  parse: (raw) => (typeof raw === 'string' && /^[a-z][a-z0-9_]{0,59}$/.test(raw) ? raw : undefined),
};

/** A regular expression with a group. */
export const pattern: OptionType<string> = {
  placeholder: '<pattern>',
  expected: 'a regular expression with a group, such as ([^@]+)',
  parse(raw) {
    if (typeof raw !== 'string') return undefined;
    try {
      // The empty alternative matches anything, and the match then has a place for each group.
      return (new RegExp(`${raw}|`).exec('')?.length ?? 0) > 1 ? raw : undefined;
    } catch {
      return undefined; // It is no regular expression.
    }
  },
};

/** IP addresses and networks (`10.0.0.0/8`): a list in a file, a repeated flag, or one text separated by commas. */
export const addresses: OptionType<readonly string[]> = {
  placeholder: '<address...>',
  expected: "IP addresses or networks such as 10.0.0.0/8, in one text separated by ','",
  parse(raw) {
    const parts: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
    const texts = parts.flatMap((part) => (typeof part === 'string' ? part.split(',') : [undefined]));
    const found = texts.map((part) => part?.trim()).filter((part) => part !== '');
    return found.every(isAddress) ? found : undefined;
  },
};

/** Path of a folder; absolute once it is parsed. */
export const folder: OptionType<string> = {
  placeholder: '<folder>',
  expected: 'the path of a folder',
  parse: (raw, base) => absolute(text.parse(raw, base), base),
};

/** Several folders: a list in a file, a repeated flag, or one text separated as in PATH. */
export const folders: OptionType<readonly string[]> = {
  placeholder: '<folder...>',
  expected: `paths of folders, in one text separated by '${delimiter}'`,
  parse(raw, base) {
    const parts: readonly unknown[] = Array.isArray(raw)
      ? raw
      : typeof raw === 'string'
        ? raw.split(delimiter)
        : [raw];
    const paths = parts.filter((part) => part !== '').map((part) => folder.parse(part, base));
    return paths.every((path) => path !== undefined) ? paths : undefined;
  },
};

/** A whole number within bounds. */
export function wholeNumber(minimum: number, maximum: number): OptionType<number> {
  return {
    placeholder: '<number>',
    expected: `a whole number from ${minimum} to ${maximum}`,
    parse: (raw) => within(minimum, maximum, typeof raw === 'string' ? digits(raw) : raw),
  };
}

/** A share of a whole. */
export const share: OptionType<number> = {
  placeholder: '<share>',
  expected: 'a number from 0 to 1',
  parse(raw) {
    const value = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw;
    return typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined;
  },
};

/** A number of bytes, with or without a unit (`16MiB`). */
export function byteSize(minimum: number, maximum: number): OptionType<number> {
  return scaled('<bytes>', 'a number of bytes such as 16MiB', BYTE_UNITS, minimum, maximum);
}

/** A time in milliseconds, with or without a unit (`30s`). */
export function duration(minimum: number, maximum: number): OptionType<number> {
  return scaled('<time>', 'a time such as 30s', TIME_UNITS, minimum, maximum);
}

/** One of a few words. */
export function oneOf<const Word extends string>(...words: readonly Word[]): OptionType<Word> {
  return {
    placeholder: `<${words.join('|')}>`,
    expected: `one of ${words.join(', ')}`,
    parse: (raw) => words.find((word) => word === raw),
  };
}

const BYTE_UNITS: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
};
const TIME_UNITS: Readonly<Record<string, number>> = {
  '': 1,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

function isAddress(text: string | undefined): text is string {
  const [address = '', bits, ...rest] = text?.split('/') ?? [];
  const longest = isIP(address) === 4 ? 32 : 128;
  const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest);
  return isIP(address) !== 0 && isNetwork && rest.length === 0;
}

function scaled(
  placeholder: string,
  expected: string,
  units: Readonly<Record<string, number>>,
  minimum: number,
  maximum: number,
): OptionType<number> {
  const names = Object.keys(units).filter((unit) => unit !== '');
  return {
    placeholder,
    expected: `${expected} from ${minimum} to ${maximum} (units: ${names.join(', ')})`,
    parse(raw) {
      if (typeof raw !== 'string') return within(minimum, maximum, raw);
      const [, number = '', unit = ''] = /^(\d+) ?([A-Za-z]*)$/.exec(raw.trim()) ?? [];
      const factor = units[unit.toLowerCase()];
      return number === '' || factor === undefined
        ? undefined
        : within(minimum, maximum, Number(number) * factor);
    },
  };
}

function within(minimum: number, maximum: number, value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum
    ? value
    : undefined;
}

function digits(raw: string): number | undefined {
  return /^\d+$/.test(raw.trim()) ? Number(raw) : undefined;
}

function absolute(path: string | undefined, base: string): string | undefined {
  return path === undefined || isAbsolute(path) ? path : resolve(base, path);
}
