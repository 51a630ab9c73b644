import { isObject } from '../../api/is-object.ts';
import type { ShownSource } from './ingestion-data.ts';

/** Form state of a source: all members are texts, '' if not set. */
export interface SourceDraft {
  readonly name: string;
  /** YAML. */
  readonly recipe: string;
  readonly interval: string;
  readonly timezone: string;
  readonly executorId: string;
  readonly version: string;
  /** Settings that the editor does not show, and keeps. */
  readonly kept: Pick<NonNullable<ShownSource['config']>, 'debugMode' | 'extraArgs'>;
}

/** Draft of a new source. */
export const NEW_SOURCE: SourceDraft = {
  name: '',
  interval: '',
  executorId: 'default',
  version: '',
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  recipe: `source:
  type: postgres
  config:
    host_port: "warehouse.example.com:5432"
    username: reader
    password: "\${WAREHOUSE_PASSWORD}"
`,
  kept: { debugMode: null, extraArgs: null },
};

/** Draft of a stored source, with its JSON recipe as YAML. */
export async function draftOf({ config, name, schedule }: ShownSource): Promise<SourceDraft> {
  const { parse, stringify } = await import('yaml');
  const { debugMode = null, executorId, extraArgs = null, recipe = '', version } = config ?? {};
  return {
    name,
    interval: schedule?.interval ?? '',
    timezone: schedule?.timezone ?? NEW_SOURCE.timezone,
    executorId: executorId ?? 'default',
    version: version ?? '',
    kept: { debugMode, extraArgs },
    recipe: stringify(parse(recipe)),
  };
}

/** Mutation input for a draft, with the type in its recipe; or what is wrong with the recipe. */
export async function inputOf({ executorId, interval, kept, name, recipe, timezone, version }: SourceDraft) {
  const { parse } = await import('yaml');
  let value: unknown;
  try {
    value = parse(recipe);
  } catch (error) {
    return { problem: `The recipe is not valid YAML: ${error instanceof Error ? error.message : ''}` };
  }
  const source = isObject(value) ? value['source'] : undefined;
  const type = isObject(source) ? source['type'] : undefined;
  if (typeof type !== 'string' || type === '')
    return { problem: 'The recipe has no source type. Add one, such as source: {type: postgres}.' };
  const { debugMode, extraArgs } = kept;
  return {
    name: name.trim(),
    type,
    ...(interval.trim() !== '' && { schedule: { interval: interval.trim(), timezone: timezone.trim() } }),
    config: {
      recipe: JSON.stringify(value),
      executorId: executorId.trim(),
      ...(version.trim() !== '' && { version: version.trim() }),
      ...(debugMode !== null && { debugMode }),
      ...(extraArgs && {
        extraArgs: extraArgs.map((entry) => ({ key: entry.key, value: entry.value ?? '' })),
      }),
    },
  };
}

/** Whether two drafts are equal. */
export function isSameDraft(a: SourceDraft, b: SourceDraft): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
