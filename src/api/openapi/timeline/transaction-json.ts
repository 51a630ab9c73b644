import type { ChangeEvent, ChangeTransaction } from '../../../model/timeline/timeline.ts';

/** A transaction in the form of DataHub's REST API. `isRaw` adds the values after the change, as a JSON patch. */
export function transactionJson(transaction: ChangeTransaction, isRaw: boolean): object {
  const { events, stamp, step, values, version, versionStamp } = transaction;
  return {
    timestamp: stamp.time,
    actor: stamp.actor,
    semVer: version,
    semVerChange: step,
    versionStamp,
    changeEvents: events.map(eventJson),
    ...(isRaw && {
      rawDiff: [...values].map(([aspectName, value]) => ({ op: 'replace', path: `/${aspectName}`, value })),
    }),
  };
}

function eventJson(event: ChangeEvent): object {
  const { category, description, entityUrn, modifier, operation, parameters, step } = event;
  return { entityUrn, category, operation, modifier, parameters, semVerChange: step, description };
}
