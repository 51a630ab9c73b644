import { urnKey } from '../../model/urn.ts';
import { NAMING_PRIVILEGES } from '../../auth/grants.ts';
import { CatalogError } from '../../errors.ts';
import { because } from '../../refusals.ts';
import { creationOf } from '../../model/proposal-builders.ts';
import { refusingExisting } from '../create-once.ts';
import { platform } from '../needs.ts';
import { defineProtected } from '../operation.ts';
import { stampNow } from '../stamp-now.ts';
import { SECRET, sealed, SECRET_SHAPE, secretUrn } from './secret.ts';
import { objectOf } from '../shapes.ts';

/** Creates a secret that ingestion recipes can refer to; CONFLICT when its name is taken. Returns its urn. */
export const createSecret = defineProtected({
  name: 'createSecret',
  effect: 'write',
  summary: 'Creates a secret that ingestion recipes can refer to.',
  input: () => objectOf(SECRET_SHAPE),
  needs: platform('MANAGE_SECRETS'),
  denial: NAMING_PRIVILEGES,
  run: async (secret, work) => {
    const { change, secretBox } = work.services;
    const urn = secretUrn(secret.name);
    const value = { ...sealed(urn, secret, secretBox), created: { ...stampNow(work) } };
    await refusingExisting(
      () =>
        new CatalogError(
          'CONFLICT',
          `This Secret already exists! Update ${urn} instead.`,
          because('NAME_TAKEN', { name: urnKey(urn) }),
        ),
      () => change.ingest(work.actor.urn, [creationOf(urn, SECRET.valueAspect, value)]),
    );
    return urn;
  },
});
