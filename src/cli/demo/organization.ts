import type { JsonObject } from '../../util/json.ts';
import { AREAS, PEOPLE, PLATFORMS, TAGS, TEAMS } from './company.ts';
import { SeededRandom } from './seeded-random.ts';
import { assignments } from './definitions.ts';
import { demoEntity, stamp, type DemoEntity } from './demo-entity.ts';
import { NODES, nodeUrn, TERMS, termUrn, type Term } from './glossary.ts';

export function personUrn(id: string): string {
  return `urn:li:corpuser:${id}`;
}

export function teamUrn(id: string): string {
  return `urn:li:corpGroup:${id}`;
}

export function domainUrn(areaId: string): string {
  return `urn:li:domain:${areaId}`;
}

/** Ids of the people of a group; the platform lead if it has none. */
export function peopleOf(team: string): readonly [string, ...string[]] {
  const [first = 'ada.kovacs', ...others] = PEOPLE.filter((person) => person.team === team).map(
    ({ id }) => id,
  );
  return [first, ...others];
}

/** An `ownership` aspect: the group, and with probability `personToo` one of its people. */
export function ownership(team: string, random: SeededRandom, personToo: number): JsonObject {
  const owners = [{ owner: teamUrn(team), type: 'TECHNICAL_OWNER' }];
  if (random.happens(personToo))
    owners.push({ owner: personUrn(random.pick(peopleOf(team))), type: 'BUSINESS_OWNER' });
  return { owners, lastModified: stamp(random.between(5, 400)) };
}

/** Entities that datasets refer to: platforms, people, groups, tags, domains and the glossary. */
export function organization(): readonly DemoEntity[] {
  return [...platforms(), ...people(), ...teams(), ...tags(), ...domains(), ...glossary()];
}

function platforms(): readonly DemoEntity[] {
  return Object.entries(PLATFORMS).map(([id, [displayName, type, datasetNameDelimiter]]) =>
    demoEntity(`urn:li:dataPlatform:${id}`, {
      dataPlatformInfo: { name: id, displayName, type, datasetNameDelimiter },
    }),
  );
}

function people(): readonly DemoEntity[] {
  return PEOPLE.map(({ id, name, title, team }) =>
    demoEntity(personUrn(id), {
      corpUserInfo: {
        active: true,
        displayName: name,
        fullName: name,
        title,
        email: `${id}@hearthandharbor.example`,
        departmentName: TEAMS.find((candidate) => candidate.id === team)?.name ?? team,
      },
      groupMembership: { groups: [teamUrn(team)] },
    }),
  );
}

function teams(): readonly DemoEntity[] {
  return TEAMS.map(({ id, name, about }) => {
    const members = peopleOf(id).map(personUrn);
    return demoEntity(teamUrn(id), {
      corpGroupInfo: {
        displayName: name,
        description: about,
        admins: members.slice(0, 1),
        members,
        groups: [],
      },
    });
  });
}

function tags(): readonly DemoEntity[] {
  return Object.entries(TAGS).map(([id, description]) =>
    demoEntity(`urn:li:tag:${id}`, { tagProperties: { name: id, description } }),
  );
}

function domains(): readonly DemoEntity[] {
  return AREAS.map((area) =>
    demoEntity(domainUrn(area.id), {
      domainProperties: { name: area.name, description: area.about, created: stamp(900) },
      ownership: ownership(area.team, new SeededRandom(area.id), 1),
    }),
  );
}

function glossary(): readonly DemoEntity[] {
  const nodes = Object.entries(NODES).map(([id, [name, definition]]) =>
    demoEntity(nodeUrn(id), { glossaryNodeInfo: { name, definition } }),
  );
  return [...nodes, ...TERMS.map(term)];
}

function term({ id, name, node, areas, definition }: Term): DemoEntity {
  const random = new SeededRandom(`term ${id}`);
  const home = AREAS.find((area) => areas.includes(area.id));
  const stewards = peopleOf(home?.team ?? 'data-platform');
  return demoEntity(termUrn(id), {
    glossaryTermInfo: { name, definition, parentNode: nodeUrn(node), termSource: 'INTERNAL' },
    domains: { domains: areas.slice(0, 1).map(domainUrn) },
    structuredProperties: assignments({
      steward: random.happens(0.7) ? personUrn(random.pick(stewards)) : undefined,
    }),
  });
}
