import { DEFAULT_RUN_ID } from '../../../model/aspect.ts';
import { derivedAspects } from '../../../model/aspects/derived-aspects.ts';
import { entityTypeOf, isUrn, urnParts, type Urn } from '../../../model/urn.ts';
import type { JsonValue } from '../../../util/json.ts';
import type { RuleContext } from '../../rules.ts';

const PLATFORM_INSTANCE = 'dataPlatformInstance';

/** The data platform of an entity: from `dataPlatformInstance`, else from its urn. A schema field has its parent's. */
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
  // Only the value is used; actor and time are placeholders.
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
