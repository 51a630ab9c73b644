import { isJsonObject, type JsonObject } from '../../src/util/json.ts';
import { textOf, type Command } from './inspector.ts';

/** Memory of a thread after a collection, in bytes. */
export interface ThreadMemory {
  /** Objects other than compiled code, and their memory outside of the heap. */
  readonly heap: number;
  /** Shared buffers that the thread references: the data of segments. */
  readonly shared: number;
}

const GROUP = 'measured';
/**
 * Expression for the memory of a thread in bytes, without compiled code: V8 compiles hot code, on a busy machine minutes after the start, which adds 3 MiB to a thread of 45 MiB.
 * Objects that refer to compiled code are included.
 */
const HEAP = `process.memoryUsage().external + process.getBuiltinModule('node:v8').getHeapSpaceStatistics()
  .filter(({ space_name }) => !/^(code|trusted)_/.test(space_name))
  .reduce((sum, { space_used_size }) => sum + space_used_size, 0)`;
const SUM = 'function () { return this.reduce((sum, { byteLength }) => sum + byteLength, 0); }';

/** Collects garbage in a thread and measures the remaining memory. */
export async function measureThread(command: Command): Promise<ThreadMemory> {
  const shared = await sharedBytes(command);
  // Querying the buffers has collected once; weakly held objects are freed by the second collection.
  await command('HeapProfiler.collectGarbage');
  const heap = await numberFrom(command('Runtime.evaluate', { expression: HEAP, returnByValue: true }));
  return { heap, shared };
}

async function sharedBytes(command: Command): Promise<number> {
  const expression = 'SharedArrayBuffer.prototype';
  const prototype = await command('Runtime.evaluate', { expression, objectGroup: GROUP });
  const prototypeObjectId = objectId(prototype, 'result');
  const found = await command('Runtime.queryObjects', { prototypeObjectId, objectGroup: GROUP });
  const sum = { functionDeclaration: SUM, objectId: objectId(found, 'objects'), returnByValue: true };
  const bytes = await numberFrom(command('Runtime.callFunctionOn', sum));
  await command('Runtime.releaseObjectGroup', { objectGroup: GROUP });
  return bytes;
}

function objectId(answer: JsonObject, member: string): string {
  const object = answer[member];
  if (!isJsonObject(object)) throw new Error(`The inspector answered ${JSON.stringify(answer)}.`);
  return textOf(object['objectId']);
}

async function numberFrom(answer: Promise<JsonObject>): Promise<number> {
  const { result } = await answer;
  const value = isJsonObject(result) ? result['value'] : undefined;
  if (typeof value !== 'number') throw new Error(`The inspector answered ${JSON.stringify(await answer)}.`);
  return value;
}
