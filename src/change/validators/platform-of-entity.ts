import { DEFAULT_RUN_ID } from '../../model/aspect.ts';
import { derivedAspects } from '../../model/derived-aspects.ts';
import { entityTypeOf, isUrn, urnParts } from '../../model/urn.ts';
import type { Urn } from '../../model/urn.ts';
import type { JsonValue } from '../../util/json.ts';
import type { RuleContext } from '../rules.ts';

const PLATFORM_INSTANCE = 'dataPlatformInstance';

/** The data platform of an entity: as stored, else as its urn says; a schema field has that of its parent. */
export function platformOfEntity(urn: Urn, context: RuleContext): string | undefined {
  if (entityTypeOf(urn) === 'schemaField') {
    const [parent] = urnParts(urn).key;
    return parent !== undefined && isUrn(parent) ? platformOfEntity(parent, context) : undefined;
  }
  const stored = context.state.row(urn, PLATFORM_INSTANCE)?.aspect.value;
  return text(stored?.['platform']) ?? platformInUrn(urn, context);
}

function platformInUrn(urn: Urn, { registry }: RuleContext): string | undefined {
  const spec = registry.entities.get(entityTypeOf(urn));
  if (spec === undefined) return undefined;
  // Only the value is looked at, so that it does not matter who would have derived it when.
  const origin = {
    urn,
    created: { time: 0, actor: urn },
    systemMetadata: { lastObserved: 0, runId: DEFAULT_RUN_ID },
  };
  const [derived] = derivedAspects(spec, origin, (aspectName) => aspectName === PLATFORM_INSTANCE);
  return text(derived?.value['platform']);
}

function text(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
