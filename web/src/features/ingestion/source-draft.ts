import { messageOf } from '../../api/api-error.ts';
import { isObject } from '../../api/is-object.ts';
import type { ShownSource } from './ingestion-data.ts';

/** A source as it is edited, all of it texts; '' for what is not set. */
export interface SourceDraft {
  readonly name: string;
  /** YAML. */
  readonly recipe: string;
  readonly interval: string;
  readonly timezone: string;
  readonly executorId: string;
  readonly version: string;
  /** What the editor does not show, and keeps. */
  readonly kept: Pick<NonNullable<ShownSource['config']>, 'debugMode' | 'extraArgs'>;
}

/** A source that nothing has been entered for yet. */
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

/** The draft of a stored source; its recipe, which is JSON, as YAML. */
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

/** What is written of a draft, with the type that its recipe names; or what is wrong with the recipe. */
export async function inputOf({ executorId, interval, kept, name, recipe, timezone, version }: SourceDraft) {
  const { parse } = await import('yaml');
  let value: unknown;
  try {
    value = parse(recipe);
  } catch (error) {
    return { problem: `The recipe is not YAML: ${messageOf(error)}` };
  }
  const source = isObject(value) ? value['source'] : undefined;
  const type = isObject(source) ? source['type'] : undefined;
  if (typeof type !== 'string' || type === '')
    return { problem: 'The recipe has no source with a type, such as source: {type: postgres}.' };
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

/** Whether two drafts say the same. */
export function isSameDraft(a: SourceDraft, b: SourceDraft): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
