/**
 * Counts what a reader of one write follows: the files of operations, rights, decision and form of values of which something
 * runs for the mutation `upsertStructuredProperties` of a user on an existing dataset, from its operation to the reply of the
 * store.
 *
 *   node bench/write-walk.ts [--files]     # --files: also each file
 */
import { Session, type Profiler } from 'node:inspector';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { MUTATORS } from '../src/change/mutators/index.ts';
import { SIDE_EFFECTS } from '../src/change/side-effects/index.ts';
import { VALIDATORS } from '../src/change/validators/index.ts';
import { loadConfig } from '../src/config/load.ts';
import { STRUCTURED_PROPERTY } from '../src/model/structured-property.ts';
import { Requester } from '../src/operations/requester.ts';
import { startServer } from '../src/server.ts';
import { SqliteStore } from '../src/store/sqlite/sqlite-store.ts';
import { HttpClient } from './systems/http-client.ts';

const { values: options } = parseArgs({ options: { files: { type: 'boolean', default: false } } });

const ROOT = join(import.meta.dirname, '..');
const OPERATION = 'upsertStructuredProperties';
const WARM_UP = 20;

/** Folders and files that are counted, with what they are in the walk. Others are ports, engines, protocols and utilities. */
const COUNTED: Readonly<Record<string, string>> = {
  'src/operations/': 'operation',
  'src/auth/': 'rights',
  'src/change/': 'decision',
  'src/model/aspects/': 'form of values',
  'src/model/properties/': 'form of values',
  'src/model/structured-property.ts': 'form of values',
};

/** What is counted and not followed, and why. The rest of `src/model/` is the vocabulary that all code shares. */
const NOT_FOLLOWED: Readonly<Record<string, string>> = {
  'src/auth/policies/': 'how policies decide: behind the port auth/authorizer.ts',
  'src/auth/audit/': 'who is recorded in the audit log',
  'src/change/field-texts.ts': 'only rules of other aspects use it',
};

/** Files with at most so many lines that run: a check without anything to do, or a helper that its name explains. */
const SMALL_PART = 5;

interface Walked {
  readonly file: string;
  readonly part: string;
  readonly lines: number;
  /** Lines of the functions that ran, and those of these lines that ran; both without comments. */
  readonly ofFunctions: number;
  readonly ran: number;
}

/** Names of the rules that judge, complete or follow other aspects only, or any aspect; their files are named after them. */
const RULES_OF_OTHERS: ReadonlySet<string> = new Set(
  [...VALIDATORS, ...MUTATORS, ...SIDE_EFFECTS]
    .filter(({ aspects }) => aspects?.includes(STRUCTURED_PROPERTY.assignmentAspect) !== true)
    .map(({ name }) => name),
);

/** The part of the walk that a file belongs to; undefined: it is not followed. */
function partOf(file: string): string | undefined {
  if (Object.keys(NOT_FOLLOWED).some((start) => file.startsWith(start))) return undefined;
  const name = /([^/]*)\.ts$/.exec(file)?.[1] ?? '';
  const rule = name.replaceAll(/-./g, (pair) => pair.slice(1).toUpperCase());
  if (/^src\/change\/.*\//.test(file) && RULES_OF_OTHERS.has(rule)) return undefined;
  return Object.entries(COUNTED).find(([start]) => file.startsWith(start))?.[1];
}

/** Counts what ran of one script; undefined if it is not followed, or ran before only. */
function walkedIn({ functions, url }: Profiler.ScriptCoverage): Walked | undefined {
  if (!url.startsWith('file:')) return undefined;
  const file = relative(ROOT, fileURLToPath(url));
  const part = partOf(file);
  const ran = functions.filter(({ ranges: [whole] }) => whole && whole.count > 0 && whole.startOffset > 0);
  if (part === undefined || ran.length === 0) return undefined;
  const text = readFileSync(join(ROOT, file), 'utf8');
  const isOfFunction = new Uint8Array(text.length);
  for (const { ranges } of ran) isOfFunction.fill(1, ranges[0]?.startOffset, ranges[0]?.endOffset);
  const isRun = new Uint8Array(text.length);
  // Ranges contain one another: the innermost says whether it ran.
  const ranges = functions.flatMap((one) => one.ranges).filter(({ startOffset }) => startOffset > 0);
  ranges.sort((a, b) => b.endOffset - b.startOffset - (a.endOffset - a.startOffset));
  for (const { count, endOffset, startOffset } of ranges) {
    isRun.fill(Math.sign(count), startOffset, endOffset);
  }
  return {
    file,
    part,
    lines: text.split('\n').length - 1,
    ofFunctions: linesOf(text, (i) => isOfFunction[i] === 1),
    ran: linesOf(text, (i) => isRun[i] === 1 && /\w/.test(text.charAt(i))),
  };
}

/** Number of lines with a character that counts; comments do not. */
function linesOf(text: string, counts: (index: number) => boolean): number {
  let start = 0;
  const counted = text.split('\n').filter((line) => {
    const from = start;
    start += line.length + 1;
    return !/^\s*(\/\/|\/?\*|$)/.test(line) && Array.from(line).some((_, i) => counts(from + i));
  });
  return counted.length;
}

/** Records what runs between the operation and the reply of the store. */
class Recorder {
  readonly #session = new Session();
  #isRecording = false;
  #scripts: readonly Profiler.ScriptCoverage[] = [];

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    const begin = (name: string): void => {
      if (this.#isRecording && name === OPERATION) this.#take();
    };
    const end = (): void => {
      if (this.#isRecording) this.#scripts = this.#take();
      this.#isRecording = false;
    };
    // The receiver is passed on.
    // oxlint-disable-next-line typescript/unbound-method
    Requester.prototype.run = new Proxy(Requester.prototype.run, {
      apply: (run, requester, input: Parameters<Requester['run']>) => {
        begin(input[0].name);
        return Reflect.apply(run, requester, input);
      },
    });
    // oxlint-disable-next-line typescript/unbound-method
    SqliteStore.prototype.commit = new Proxy(SqliteStore.prototype.commit, {
      apply: async (commit, store, input) => {
        const committed = await Reflect.apply(commit, store, input);
        end();
        return committed;
      },
    });
  }

  /** The scripts that run for this write. */
  async record(write: () => Promise<void>): Promise<readonly Profiler.ScriptCoverage[]> {
    this.#isRecording = true;
    await write();
    return this.#scripts;
  }

  /** What ran since the last call. */
  #take(): readonly Profiler.ScriptCoverage[] {
    let taken: readonly Profiler.ScriptCoverage[] = [];
    // In the same thread, the answer comes before `post` returns.
    this.#session.post('Profiler.takePreciseCoverage', (error, { result }) => {
      if (error !== null) throw error;
      taken = result;
    });
    return taken;
  }
}

const USER = 'urn:li:corpuser:writer';
const DATASET = 'urn:li:dataset:(urn:li:dataPlatform:hive,sales.orders,PROD)';
const PROPERTY = 'urn:li:structuredProperty:walk';

/** Aspects by entity type: what must be stored. */
const STORED = {
  corpuser: { urn: USER, corpUserInfo: { value: { active: true } } },
  dataset: { urn: DATASET, datasetProperties: { value: { name: 'orders' } } },
  structuredproperty: {
    urn: PROPERTY,
    propertyDefinition: {
      value: {
        qualifiedName: 'walk',
        valueType: 'urn:li:dataType:datahub.string',
        entityTypes: ['urn:li:entityType:datahub.dataset'],
        cardinality: 'SINGLE',
      },
    },
  },
  datahubpolicy: {
    urn: 'urn:li:dataHubPolicy:walk',
    dataHubPolicyInfo: {
      value: {
        displayName: 'Editors of properties',
        description: '',
        type: 'METADATA',
        state: 'ACTIVE',
        editable: true,
        privileges: ['EDIT_ENTITY_PROPERTIES'],
        actors: { users: [USER], resourceOwners: false, allUsers: false, allGroups: false },
        resources: { filter: { criteria: [{ field: 'TYPE', values: ['dataset'], condition: 'EQUALS' }] } },
      },
    },
  },
};

const MUTATION = `mutation m($input: UpsertStructuredPropertiesInput!) {
  ${OPERATION}(input: $input) { properties { structuredProperty { urn } } } }`;

async function upsert(client: HttpClient, value: string): Promise<void> {
  const assigned = { structuredPropertyUrn: PROPERTY, values: [{ stringValue: value }] };
  const input = { assetUrn: DATASET, structuredPropertyInputParams: [assigned] };
  const answer = await client.post('/api/graphql', JSON.stringify({ query: MUTATION, variables: { input } }));
  if (answer.includes('"errors":')) throw new Error(answer);
}

/** The scripts that run for one write of a user; the same write was made before, so that caches are filled. */
async function recordWrite(): Promise<readonly Profiler.ScriptCoverage[]> {
  const recorder = new Recorder();
  const flags = { port: '0', logLevel: 'error', memory: true, readers: 0 };
  const server = await startServer(loadConfig({ flags, environment: {} }));
  await server.filled;
  const connect = (token: string): HttpClient =>
    new HttpClient(server.url, { authorization: `Bearer ${token}` });
  using root = connect(server.rootToken());
  for (const [entityType, entity] of Object.entries(STORED)) {
    await root.post(`/openapi/v3/entity/${entityType}?async=false`, JSON.stringify([entity]));
  }
  const asked = { name: 'walk', actorUrn: USER, durationMs: null };
  const answer = await root.post('/api/colophon/v1/tokens', JSON.stringify(asked));
  const { token } = JSON.parse(answer) as { readonly token: string };
  using user = connect(token);
  for (let n = 0; n < WARM_UP; n++) await upsert(user, `value ${n}`);
  const scripts = await recorder.record(() => upsert(user, 'the recorded one'));
  await server.close();
  return scripts;
}

/** Calls of functions of `src`, store and utilities included: a measure of the work that is the same on every machine. */
function callsIn(scripts: readonly Profiler.ScriptCoverage[]): number {
  const ofSource = scripts.filter(({ url }) => url.startsWith(pathToFileURL(join(ROOT, 'src/')).href));
  const functions = ofSource.flatMap((script) => script.functions);
  return functions.reduce((total, { ranges: [whole] }) => {
    const isModule = whole === undefined || whole.startOffset === 0;
    return isModule ? total : total + whole.count;
  }, 0);
}

function sum(files: readonly Walked[]): object {
  const total = (of: (file: Walked) => number): number =>
    files.reduce((before, file) => before + of(file), 0);
  return {
    files: files.length,
    lines: total(({ lines }) => lines),
    'of functions that ran': total(({ ofFunctions }) => ofFunctions),
    'that ran': total(({ ran }) => ran),
  };
}

const scripts = await recordWrite();
const walked = scripts.flatMap((script) => walkedIn(script) ?? []);
walked.sort((a, b) => a.part.localeCompare(b.part) || a.file.localeCompare(b.file));
if (options.files) console.table(walked);
console.table({
  ...Object.fromEntries([...Map.groupBy(walked, ({ part }) => part)].map(([part, of]) => [part, sum(of)])),
  all: sum(walked),
  [`more than ${SMALL_PART} lines ran`]: sum(walked.filter(({ ran }) => ran > SMALL_PART)),
});
console.log(`${callsIn(scripts)} calls of functions of src`);
