import { isOption, type Option, type OptionGroup } from './option.ts';
import { OPTIONS } from './options.ts';

/** An option with the names derived from its path in the table. */
export interface DeclaredOption {
  readonly path: readonly string[];
  /** Name in the configuration file: `limits.graphql.depth`. */
  readonly name: string;
  /** `--limits-graphql-depth`. */
  readonly flag: string;
  /** Accepted environment variables: `COLOPHON_LIMITS_GRAPHQL_DEPTH`, then DataHub's. */
  readonly environment: readonly string[];
  readonly option: Option<unknown>;
}

/** All options, in table order. */
export const DECLARED_OPTIONS: readonly DeclaredOption[] = declared(OPTIONS, []);

function declared(group: OptionGroup, above: readonly string[]): DeclaredOption[] {
  return Object.entries(group).flatMap(([key, entry]) => {
    const path = [...above, key];
    if (!isOption(entry)) return declared(entry, path);
    const words = path.flatMap((part) => part.split(/(?=[A-Z])/)).map((word) => word.toLowerCase());
    return {
      path,
      name: path.join('.'),
      flag: `--${words.join('-')}`,
      environment: [`COLOPHON_${words.join('_').toUpperCase()}`, ...(entry.alsoEnvironment ?? [])],
      option: entry,
    };
  });
}
