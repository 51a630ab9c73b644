import * as v from 'valibot';
import { requireUser } from '../../auth/accounts/user-state.ts';
import { parseUrn, type Urn } from '../../model/urn.ts';
import { OBJECT, readAs } from '../shapes.ts';

/** Shape of the urn of a user, who need not exist. */
export const userUrn: v.GenericSchema<string, Urn> = v.pipe(
  v.string(),
  readAs((text) => {
    const urn = parseUrn(text);
    requireUser(urn);
    return urn;
  }),
);

/** Shape of a change of a profile: omitted members stay unchanged, null removes a member. */
export const profileMembers = OBJECT;
