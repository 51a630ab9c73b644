import type { OptionType } from './option-types.ts';

/** One option of the configuration. */
export interface Option<T> {
  readonly type: OptionType<T>;
  readonly default: T;
  readonly help: string;
  /** DataHub's environment variables for this option; accepted, too. */
  readonly alsoEnvironment?: readonly string[];
}

/** Options by name, in groups. */
export interface OptionGroup {
  readonly [name: string]: Option<unknown> | OptionGroup;
}

/** Whether a group's entry is an option, not a nested group. */
export function isOption(entry: Option<unknown> | OptionGroup): entry is Option<unknown> {
  return typeof entry['help'] === 'string';
}

/** An option of the table. */
export function option<T>(
  type: OptionType<T>,
  fallback: T,
  help: string,
  alsoEnvironment: readonly string[] = [],
): Option<T> {
  return { type, default: fallback, help, alsoEnvironment };
}
