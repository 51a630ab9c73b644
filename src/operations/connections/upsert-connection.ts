import * as v from 'valibot';
import { invalidRequest } from '../../errors.ts';
import { upsertOf } from '../../model/proposal-builders.ts';
import { formatUrn } from '../../model/urn.ts';
import { given } from '../../util/given.ts';
import { CHOSEN_ID } from '../chosen-id.ts';
import { platform } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { CONNECTION } from './connection.ts';
import { objectOf } from '../shapes.ts';
import { because } from '../../refusals.ts';

/** Creates or replaces a connection to another system, whose details are stored encrypted. Returns it. */
export const upsertConnection = defineProtected({
  name: 'upsertConnection',
  effect: 'write',
  summary: 'Creates or replaces a connection to another system; its details are stored encrypted.',
  input: (types) =>
    objectOf({
      /** Absent: a new random id. */
      id: v.nullish(CHOSEN_ID),
      type: v.picklist(['JSON']),
      platformUrn: types.entityOf('dataPlatform'),
      name: v.nullish(v.string()),
      /** `blob`: the details, including credentials. */
      json: v.nullish(objectOf({ blob: v.string() })),
    }),
  needs: platform(CONNECTION.privilege),
  run: async (
    { id, platformUrn: { urn: of }, name, json: details },
    { actor, references, services, settings },
  ) => {
    if (!details)
      throw invalidRequest(
        "'json' is required for type JSON. Pass the connection details in it.",
        'json',
        because('INPUT_MISSING', { name: 'json' }),
      );
    const urn = formatUrn(CONNECTION.entityType, id ?? settings.newId());
    const json = { encryptedBlob: services.secretBox.seal(details.blob, urn) };
    await services.change.ingest(actor.urn, [
      upsertOf(urn, CONNECTION.detailsAspect, { type: 'JSON', ...given({ name }), json }),
      upsertOf(urn, 'dataPlatformInstance', { platform: of }),
    ]);
    return references.to(urn);
  },
});
