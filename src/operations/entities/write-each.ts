import type { ChangeResult, IngestResult } from '../../change/metadata-change.ts';
import { isStrict } from '../../auth/audit/request-scope.ts';
import { BuiltInEntityError } from '../../change/built-in-entity-error.ts';
import { UnmetConditionError } from '../../change/unmet-condition.ts';
import { BatchError, CatalogError, type BatchProblem, type ErrorCode } from '../../errors.ts';
import { MOST_FAILURES } from '../../model/failures.ts';
import type { MetadataChangeProposal } from '../../model/proposal.ts';
import { shorten } from '../../util/printable.ts';

/** Maximum characters of the error of a proposal: of each of the first ones, and of the others. */
const SHOWN = { first: 2_000, other: 200 };

/** A proposal of a request, or the error of one that could not be parsed. */
export type ReadProposal = MetadataChangeProposal | CatalogError;

/** A proposal that was not written. */
export interface RefusedProposal {
  /** Position in the request. */
  readonly index: number;
  /** Undefined if it could not be parsed. */
  readonly proposal: MetadataChangeProposal | undefined;
  readonly error: CatalogError;
}

/** Result of a batch of independent proposals. */
export interface EachWritten {
  /** One per written proposal, by position in the request. */
  readonly results: ReadonlyMap<number, ChangeResult>;
  /** In the order of the request. */
  readonly refused: readonly RefusedProposal[];
}

interface Placed {
  readonly index: number;
  readonly proposal: MetadataChangeProposal;
}

/** Proposals that are written together: consecutive ones of one entity, or a single one. */
type Unit = readonly Placed[];

/** Error codes that concern a proposal rather than the request, the caller or the server. */
const OF_CONTENT: ReadonlySet<ErrorCode> = new Set([
  'INVALID_REQUEST',
  'VALIDATION',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'PRECONDITION',
]);

/**
 * Writes all proposals in one commit or, if some are refused, the others in several, in order. Bisection of a refused
 * batch finds each invalid proposal in log2(size) attempts. Throws errors of the whole batch: FORBIDDEN if the caller
 * lacks the rights for all of it, and errors of the server, after which a part may be written. A strict request is
 * written completely or not at all, and any error is thrown.
 */
export async function writeEach(
  proposals: readonly ReadProposal[],
  ingest: (proposals: readonly MetadataChangeProposal[]) => Promise<IngestResult>,
): Promise<EachWritten> {
  const results = new Map<number, ChangeResult>();
  const refused: RefusedProposal[] = [];
  const refuse = (index: number, proposal: RefusedProposal['proposal'], error: CatalogError): void => {
    const shown = refused.length < MOST_FAILURES ? SHOWN.first : SHOWN.other;
    refused.push({ index, proposal, error: shortened(error, shown) });
  };
  const placed: Placed[] = [];
  for (const [index, proposal] of proposals.entries()) {
    if (proposal instanceof CatalogError) refuse(index, undefined, proposal);
    else placed.push({ index, proposal });
  }
  if (isStrict() && refused.length > 0) throw batchError(refused, 0);
  const all = unitsOf(placed);
  const write = async (units: readonly Unit[]): Promise<void> => {
    const batch = units.flat();
    try {
      const written = await ingest(batch.map(({ proposal }) => proposal));
      for (const [i, result] of written.results.entries()) results.set(batch[i]?.index ?? -1, result);
    } catch (error) {
      if (!(error instanceof CatalogError) || !OF_CONTENT.has(error.code)) throw error;
      if (isStrict() || (units === all && isOfCaller(error))) throw error;
      const parts = units.length > 1 ? units : partsOf(batch);
      if (parts.length > 1) {
        const middle = Math.ceil(parts.length / 2);
        await write(parts.slice(0, middle));
        await write(parts.slice(middle));
      } else {
        for (const { index, proposal } of batch) refuse(index, proposal, error);
      }
    }
  };
  if (all.length > 0) await write(all);
  return { results, refused: refused.toSorted((a, b) => a.index - b.index) };
}

/** Whether the error is that the caller lacks rights. */
function isOfCaller(error: CatalogError): boolean {
  return error.code === 'FORBIDDEN' && !(error instanceof BuiltInEntityError);
}

/** The error that names every refused proposal; with a single error, that error itself. */
export function refusalOf({ results, refused }: EachWritten): CatalogError | undefined {
  const [first] = refused;
  if (first === undefined) return undefined;
  const errors = new Set(refused.map(({ error }) => error));
  if (results.size === 0 && errors.size === 1) return first.error;
  return batchError(refused, results.size);
}

function batchError(refused: readonly RefusedProposal[], written: number): BatchError {
  const problems = refused.map(({ index, proposal, error }): BatchProblem => {
    const { code, message } = error;
    const [problem, ...others] = error.problems;
    const { data, field, kind, property } = (others.length === 0 ? problem : undefined) ?? {};
    const { aspectName, urn } = proposal ?? {};
    return { index, urn, aspectName, code, message, kind, data, field, property };
  });
  return new BatchError(codeOf(problems), written, problems);
}

/** Shortens the texts of violated rules: ten thousand of them could exhaust the memory. */
function shortened(error: CatalogError, length: number): CatalogError {
  const { code, message, problems } = error;
  if (message.length <= length) return error;
  const short = shorten(message, length);
  const kept = problems.length === 1 ? problems.map((problem) => ({ ...problem, message: short })) : [];
  return new CatalogError(code, short, { problems: kept });
}

/** Whether all refusals are conditions that do not hold. */
export function isUnmetOnly(refused: readonly RefusedProposal[]): boolean {
  return refused.every(({ error }) => error instanceof UnmetConditionError);
}

/** FORBIDDEN takes precedence, because the audit log records it. */
function codeOf(problems: readonly BatchProblem[]): ErrorCode {
  const codes = new Set(problems.map(({ code }) => code));
  if (codes.has('FORBIDDEN')) return 'FORBIDDEN';
  const [code = 'VALIDATION', ...others] = codes;
  return others.length === 0 ? code : 'VALIDATION';
}

function unitsOf(placed: readonly Placed[]): readonly Unit[] {
  const units: Placed[][] = [];
  for (const one of placed) {
    const last = units.at(-1);
    if (last?.[0]?.proposal.urn === one.proposal.urn) last.push(one);
    else units.push([one]);
  }
  return units;
}

/** The proposals of one entity one by one, unless they create it: a second commit would find it existing. */
function partsOf(unit: Unit): readonly Unit[] {
  const creates = unit.some(({ proposal }) => proposal.changeType === 'CREATE_ENTITY');
  return creates ? [unit] : unit.map((one) => [one]);
}
