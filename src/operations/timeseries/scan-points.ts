import * as v from 'valibot';
import type { PointScan, ScannedPoint } from '../../store/point-scan.ts';
import { defineRead } from '../operation.ts';
import { NUMBER, TEXT, maybe, objectOf } from '../shapes.ts';
import { POINT_WINDOW } from './points-shape.ts';
import type { Reading } from '../work.ts';
import { pointPrivilege } from './visible-points.ts';

export type { PointScan, ScannedPoint } from '../../store/point-scan.ts';

/** Points of a timeseries aspect of all entities of a type, newest first. */
export const scanPoints = defineRead({
  name: 'scanPoints',
  summary: 'Lists the points of a timeseries aspect of all entities of a type, newest first.',
  isLong: true,
  input: () =>
    objectOf({
      ...POINT_WINDOW,
      entityType: TEXT,
      aspectName: TEXT,
      limit: NUMBER,
      after: maybe(TEXT),
      most: v.optional(NUMBER),
    }),
  run: scanVisiblePoints,
});

/** A page of points, without those that the caller may not read; continues until the page is full. */
export async function scanVisiblePoints(
  input: PointScan,
  { query, scope, rights }: Reading,
): Promise<readonly ScannedPoint[]> {
  const privilege = pointPrivilege(input.entityType, input.aspectName);
  if (privilege === undefined) return query.scanPoints(input, scope);
  if (rights.whereHeld([privilege]).length === 0) return [];
  const found: ScannedPoint[] = [];
  let { after } = input;
  for (;;) {
    const page = await query.scanPoints({ ...input, after }, scope);
    const seen = await rights.heldOn(privilege, [...new Set(page.map(({ point }) => point.urn))]);
    for (const one of page) if (seen.has(one.point.urn)) found.push(one);
    after = page.at(-1)?.position;
    if (page.length < input.limit || found.length >= input.limit) return found.slice(0, input.limit);
  }
}
