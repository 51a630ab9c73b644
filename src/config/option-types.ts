import { isIP } from 'node:net';
import { delimiter, isAbsolute, resolve } from 'node:path';

/** Parses flags, environment variables and YAML values into the value of an option. */
export interface OptionType<T> {
  /** Placeholder for the value in help texts, for example `<folder>`. */
  readonly placeholder: string;
  /** Allowed values, for error messages: `a whole number from 0 to 65535`. */
  readonly expected: string;
  /** The value may contain a password: error messages do not show it. */
  readonly isSecret?: boolean;
  /** The parsed value; undefined if invalid. Relative paths are resolved against `folder`. */
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

/** A non-empty string; surrounding white space is removed. */
export const text: OptionType<string> = {
  placeholder: '<text>',
  expected: 'a non-empty string',
  parse: (raw) => (typeof raw === 'string' && raw.trim() !== '' ? raw.trim() : undefined),
};

/** The word `auto`, or a value of another type. */
export function autoOr<T>(other: OptionType<T>): OptionType<T | 'auto'> {
  return {
    placeholder: `${other.placeholder.slice(0, -1)}|auto>`,
    expected: `auto or ${other.expected}`,
    parse: (raw, folder) =>
      typeof raw === 'string' && raw.trim().toLowerCase() === 'auto' ? 'auto' : other.parse(raw, folder),
  };
}

/** A string that may be empty; surrounding white space is removed. */
export const anyText: OptionType<string> = {
  placeholder: '<text>',
  expected: 'a string',
  parse: (raw) => (typeof raw === 'string' ? raw.trim() : undefined),
};

/** HTTP(S) URL without user, query and fragment, or empty. `example` is shown in error messages. */
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

/** URL of a service with one of the given schemes, optionally with user name and password; or empty. */
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

/** Prefix of index names. */
export const indexPrefix: OptionType<string> = {
  placeholder: '<prefix>',
  expected: 'at most 60 lower-case letters, digits and underscores, a letter first',
  parse: (raw) => (typeof raw === 'string' && /^[a-z][a-z0-9_]{0,59}$/.test(raw) ? raw : undefined),
};

/** A regular expression with at least one group. */
export const pattern: OptionType<string> = {
  placeholder: '<pattern>',
  expected: 'a regular expression with a group, such as ([^@]+)',
  parse(raw) {
    if (typeof raw !== 'string') return undefined;
    try {
      // The added empty alternative always matches, and the match has one entry per group.
      return (new RegExp(`${raw}|`).exec('')?.length ?? 0) > 1 ? raw : undefined;
    } catch {
      return undefined; // Not a regular expression.
    }
  },
};

/** IP addresses and networks (`10.0.0.0/8`): a list in a file, a repeated flag, or one comma-separated string. */
export const addresses: OptionType<readonly string[]> = {
  placeholder: '<address...>',
  expected: "IP addresses or networks such as 10.0.0.0/8, separated by ','",
  parse(raw) {
    const found = partsOf(raw);
    return found?.every(isAddress) === true ? found : undefined;
  },
};

/** Origins (`https://host:port`): a list in a file, a repeated flag, or one comma-separated string. */
export const origins: OptionType<readonly string[]> = {
  placeholder: '<origin...>',
  expected: "origins such as https://tools.example.com, separated by ','",
  parse(raw) {
    const found = partsOf(raw);
    return found?.every((part) => URL.canParse(part) && new URL(part).origin === part) === true
      ? found
      : undefined;
  },
};

/** The parts of a list or of a comma-separated string, trimmed and not empty; undefined if one is not a string. */
function partsOf(raw: unknown): readonly string[] | undefined {
  const parts: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
  if (!parts.every((part) => typeof part === 'string')) return undefined;
  return parts
    .flatMap((part) => part.split(','))
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** OAuth clients, `id=redirect address`: a list in a file, a repeated flag, or one comma-separated string. */
export const oauthClients: OptionType<readonly string[]> = {
  placeholder: '<client...>',
  expected: "clients such as claude=https://claude.ai/api/mcp/auth_callback, separated by ','",
  parse(raw) {
    const found = partsOf(raw);
    return found?.every((part) => /^[\w.-]{1,64}=https?:\/\/[^#\s]+$/.test(part)) === true
      ? found
      : undefined;
  },
};

/** Host names: a list in a file, a repeated flag, or one comma-separated string. */
export const hosts: OptionType<readonly string[]> = {
  placeholder: '<host...>',
  expected: "host names such as claude.ai, separated by ','",
  parse(raw) {
    const found = partsOf(raw)?.map((part) => part.toLowerCase());
    return found?.every((part) => /^[a-z\d.-]+$/.test(part)) === true ? found : undefined;
  },
};

/** Schemes of links, without colon: a list in a file, a repeated flag, or one comma-separated string. */
export const linkSchemes: OptionType<readonly string[]> = {
  placeholder: '<scheme...>',
  expected:
    "schemes such as https or slack, without ':', separated by ',', and not javascript, data or vbscript",
  parse(raw) {
    const found = partsOf(raw)?.map((part) => part.toLowerCase());
    const isScheme = (part: string): boolean =>
      /^[a-z][a-z0-9+.-]*$/.test(part) && !/^(data|javascript|vbscript)$/.test(part);
    return found?.every(isScheme) === true ? found : undefined;
  },
};

/** Path of a folder; absolute after parsing. */
export const folder: OptionType<string> = {
  placeholder: '<folder>',
  expected: 'the path of a folder',
  parse: (raw, base) => absolute(text.parse(raw, base), base),
};

/** Paths of folders: a list in a file, a repeated flag, or one string separated as in PATH. */
export const folders: OptionType<readonly string[]> = {
  placeholder: '<folder...>',
  expected: `paths of folders, separated by '${delimiter}'`,
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

/** A whole number, bounds included. */
export function wholeNumber(minimum: number, maximum: number): OptionType<number> {
  return {
    placeholder: '<number>',
    expected: `a whole number from ${minimum} to ${maximum}`,
    parse: (raw) => within(minimum, maximum, typeof raw === 'string' ? digits(raw) : raw),
  };
}

/** A number from 0 to 1. */
export const share: OptionType<number> = {
  placeholder: '<share>',
  expected: 'a number from 0 to 1',
  parse(raw) {
    const value = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw;
    return typeof value === 'number' && value >= 0 && value <= 1 ? value : undefined;
  },
};

/** A number of bytes, optionally with a unit (`16MiB`); bounds included. */
export function byteSize(minimum: number, maximum: number): OptionType<number> {
  return scaled('<bytes>', 'a number of bytes such as 16MiB', BYTE_UNITS, minimum, maximum);
}

/** A time in milliseconds, optionally with a unit (`30s`); bounds included. */
export function duration(minimum: number, maximum: number): OptionType<number> {
  return scaled('<time>', 'a time such as 30s', TIME_UNITS, minimum, maximum);
}

/** Durations: a list in a file, a repeated flag, or one comma-separated string. */
export function durations(minimum: number, maximum: number): OptionType<readonly number[]> {
  const one = duration(minimum, maximum);
  return {
    placeholder: '<time...>',
    expected: `times such as 30s, separated by ',', each ${one.expected.replace(/^a time such as 30s /, '')}`,
    parse(raw, folder) {
      const parts: readonly unknown[] = Array.isArray(raw) ? raw : [raw];
      // Numbers are milliseconds.
      const all = parts.flatMap((part) => (typeof part === 'string' ? part.split(',') : [part]));
      const parsed = all.map((part) => one.parse(part, folder));
      return parsed.every((part) => part !== undefined) ? parsed : undefined;
    },
  };
}

/** A duration, or `forever`: Infinity. */
export function durationOrForever(minimum: number, maximum: number): OptionType<number> {
  const time = duration(minimum, maximum);
  const isForever = (raw: unknown): boolean =>
    typeof raw === 'string' && raw.trim().toLowerCase() === 'forever';
  return {
    placeholder: '<time|forever>',
    expected: `${time.expected}, or forever`,
    parse: (raw, folder) => (isForever(raw) ? Infinity : time.parse(raw, folder)),
  };
}

/** One of the given words. */
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
