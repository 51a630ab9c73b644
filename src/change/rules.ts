import type { AssignmentRights } from '../model/assignment-rights.ts';
import type { AspectSpec, EntityRegistry, EntitySpec } from '../model/entity-registry.ts';
import type { MetadataChangeProposal } from '../model/proposal.ts';
import type { Urn } from '../model/urn.ts';
import type { AspectRow, CurrentState } from '../store/metadata-store.ts';
import type { JsonObject } from '../util/json.ts';

/** What the operator chose about the rules of writing. */
export interface ChangeSettings {
  /** Whether an assignment needs the entity's type in the definition's `entityTypes`. */
  readonly enforceEntityTypes: boolean;
  /** Whether only a soft-deleted property may be hard-deleted, as newer DataHub has it. */
  readonly hardDeleteRequiresSoftDelete: boolean;
  /** Longest property value, in UTF-8 bytes. */
  readonly keywordMaxLength: number;
}

/** A proposal whose entity type, aspect and urn are known. */
export interface ResolvedProposal {
  readonly proposal: MetadataChangeProposal;
  readonly urn: Urn;
  readonly entity: EntitySpec;
  readonly aspect: AspectSpec;
}

/** One change about to be written: patch applied, value normalised. Values are as their writer sees them. */
export interface AspectChange extends ResolvedProposal {
  /** Latest row as stored, with what is hidden; undefined when there is none. */
  readonly row: AspectRow | undefined;
  /** The value before, as the writer sees it (no hidden, no dead assignments). */
  readonly before: JsonObject | undefined;
  /** The value after; undefined for a deletion. */
  readonly after: JsonObject | undefined;
}

/** What a rule may look at besides the change. `state` contains the earlier changes of the same batch. */
export interface RuleContext {
  readonly state: CurrentState;
  /** The state that the batch found, without its own changes. */
  readonly found: CurrentState;
  readonly registry: EntityRegistry;
  readonly settings: ChangeSettings;
  /** Absent: the writer may know of every property and assign it. */
  readonly rights?: AssignmentRights | undefined;
}

/** One rule about changes. */
export interface Validator {
  readonly name: string;
  /** Aspect names the rule is about; undefined: every aspect. */
  readonly aspects: readonly string[] | undefined;
  /** Texts of what is wrong; empty when nothing is. */
  check(change: AspectChange, context: RuleContext): readonly string[];
}
