import { TOKEN } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { objectOf } from '../shapes.ts';
import { isJsonObject, type JsonValue } from '../../util/json.ts';
import { reportedText } from './edit-outcome.ts';
import { isOwn } from './own-edit.ts';

/** The kept bulk edits that the caller started, without dry runs, newest first; omits assets, changes and failures. */
export const listBulkEdits = defineProtected({
  name: 'listBulkEdits',
  effect: 'read',
  summary: 'Lists your bulk edits, newest first, without their individual changes.',
  needs: TOKEN,
  input: () => objectOf({}),
  run: async (_input, { actor, services }) => {
    const reports = await services.bulkEdits.list(actor.urn);
    return reports
      .filter((report) => isOwn(report, actor))
      .map(({ result, ...report }) => {
        const { about, changes: _changes, failures: _failures, ...outcome } = result ?? {};
        const { assets: _assets, ...asked } = isJsonObject(about) ? about : {};
        return { ...report, ...(result && { result: { ...outcome, about: withShortTexts(asked) } }) };
      });
  },
});

/** The JSON with the beginnings of its texts: a list may have many long ones. */
function withShortTexts(json: JsonValue): JsonValue {
  if (typeof json === 'string') return reportedText(json);
  if (Array.isArray(json)) return json.map(withShortTexts);
  if (!isJsonObject(json)) return json;
  return Object.fromEntries(
    Object.entries(json).flatMap(([name, member]) =>
      member === undefined ? [] : [[name, withShortTexts(member)] as const],
    ),
  );
}
