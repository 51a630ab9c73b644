import type { PlanInput, ProposedDefinition, ProposedDeletion } from '../../model/plan.ts';
import { parseUrn } from '../../model/urn.ts';
import { asList, asObject, asText, optionalFlag, optionalText } from '../../util/json/json-input.ts';
import type { JsonObject, JsonValue } from '../../util/json.ts';
import { checkBatchSize } from '../../util/batch-size.ts';
import { refuseUnknownMembers } from './known-members.ts';

/** The body of a request to apply a plan. */
export interface ApplyBody {
  readonly input: PlanInput;
  readonly planToken: string | undefined;
}

const INPUT_MEMBERS = ['definitions', 'deletions'];

/** Parses the body of a plan request; throws INVALID_REQUEST with the path of the invalid member. */
export function planBody(body: JsonValue): PlanInput {
  const input = asObject(body, 'The request body');
  refuseUnknownMembers(input, INPUT_MEMBERS);
  return planInput(input);
}

/** Parses the body of an apply request; throws INVALID_REQUEST with the path of the invalid member. */
export function applyBody(body: JsonValue): ApplyBody {
  const input = asObject(body, 'The request body');
  refuseUnknownMembers(input, [...INPUT_MEMBERS, 'planToken']);
  return { input: planInput(input), planToken: optionalText(input['planToken'], 'planToken') };
}

function planInput(input: JsonObject): PlanInput {
  return {
    definitions: listed(input['definitions'], 'definitions', definition),
    deletions: listed(input['deletions'], 'deletions', deletion),
  };
}

function listed<T>(
  value: JsonValue | undefined,
  name: string,
  read: (item: JsonObject, at: string) => T,
): readonly T[] {
  if (value === undefined || value === null) return [];
  const list = asList(value, name);
  checkBatchSize(name, list.length);
  return list.map((item, i) => read(asObject(item, `${name}[${i}]`), `${name}[${i}]`));
}

function definition(item: JsonObject, at: string): ProposedDefinition {
  refuseUnknownMembers(item, ['urn', 'propertyDefinition', 'structuredPropertySettings'], at);
  const { structuredPropertySettings: settings } = item;
  return {
    urn: parseUrn(asText(item['urn'], `${at}.urn`)),
    propertyDefinition: asObject(item['propertyDefinition'], `${at}.propertyDefinition`),
    ...(settings !== undefined &&
      settings !== null && {
        structuredPropertySettings: asObject(settings, `${at}.structuredPropertySettings`),
      }),
  };
}

function deletion(item: JsonObject, at: string): ProposedDeletion {
  refuseUnknownMembers(item, ['urn', 'hard'], at);
  return {
    urn: parseUrn(asText(item['urn'], `${at}.urn`)),
    hard: optionalFlag(item['hard'], `${at}.hard`) ?? false,
  };
}
