import * as v from 'valibot';
import type { Catalog } from '../auth/catalog.ts';
import { NAMING_PRIVILEGES } from '../auth/permit.ts';
import type { Permit } from '../auth/permit.ts';
import { UNAUTHORIZED } from '../auth/rights.ts';
import { invalidRequest } from '../errors.ts';
import type { EntityRegistry } from '../model/entity-registry.ts';
import type { Sequence } from '../model/sequence.ts';
import { inputTypesOf } from './input-types.ts';
import { clausesOf } from './needs.ts';
import type { Operation } from './operation.ts';
import type { PermittedWork, Reading } from './work.ts';

/** A request on whose behalf operations run. */
export interface Requester extends Reading {
  readonly catalog: Catalog;
  /** Called for each commit. */
  wrote(sequence: Sequence): void;
}

/**
 * Runs an operation for a caller: parses the input, checks the needs, then does the work. Throws INVALID_REQUEST for
 * malformed input and FORBIDDEN when a need is not met, and changes nothing then.
 */
export async function runOperation<Raw, Input, Output>(
  operation: Operation<Raw, Input, Output>,
  raw: Raw,
  requester: Requester,
): Promise<Output> {
  const input = parse(operation, raw, requester.settings.registry);
  const clauses = await Promise.all(
    [operation.needs].flat().map((need) => clausesOf(need, input, requester)),
  );
  const { denial = () => UNAUTHORIZED } = operation;
  const permit = await requester.catalog.permit(
    clauses.flat(),
    denial === NAMING_PRIVILEGES ? denial : (refused, reason) => denial(refused, input, reason),
    operation.effect,
  );
  return operation.run(input, workOf(requester, permit));
}

function workOf(requester: Requester, permit: Permit): PermittedWork {
  const { catalog, references, settings } = requester;
  return {
    ...{ catalog, permit, references, settings },
    wrote: (sequence) => requester.wrote(sequence),
    ingest: async (proposals) => {
      if (proposals.length > 0) requester.wrote((await catalog.ingest(proposals, permit)).sequence);
    },
    ingestOne: async (proposal) => {
      const { sequence, results } = await catalog.ingest([proposal], permit);
      requester.wrote(sequence);
      return results[0]?.aspect;
    },
    deleteEntity: async (urn) => requester.wrote((await catalog.deleteEntity(urn, permit)).sequence),
    deleteWithReferences: async (urn) =>
      requester.wrote((await catalog.deleteWithReferences(urn, permit)).sequence),
  };
}

function parse<Raw, Input>(
  operation: Operation<Raw, Input, unknown>,
  raw: Raw,
  registry: EntityRegistry,
): Input {
  const result = v.safeParse(operation.input(inputTypesOf(registry)), raw, { abortEarly: true });
  if (result.success) return result.output;
  const [{ path = [], expected, received, message }] = result.issues;
  const at = path.map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  const problem = expected === null ? message : `expected ${expected}, but found ${received}`;
  throw invalidRequest(`${at.replace(/^\./, '') || 'The input'}: ${problem}.`);
}
