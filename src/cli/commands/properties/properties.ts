import type { Command } from 'commander';
import { newCommand } from '../../command.ts';
import type { CommandContext } from '../../command-context.ts';
import { applyPropertiesCommand } from './properties-apply.ts';
import { coverageCommand } from './properties-coverage.ts';
import { effectiveCommand } from './properties-effective.ts';
import { getPropertyCommand } from './properties-get.ts';
import { listPropertiesCommand } from './properties-list.ts';
import { planPropertiesCommand } from './properties-plan.ts';
import { upsertPropertiesCommand } from './properties-upsert.ts';
import { valuesCommand } from './properties-values.ts';

export function propertiesCommand(context: CommandContext): Command {
  return newCommand('properties', 'Show, list, create and change structured property definitions.', [
    { line: 'properties list', does: 'list all definitions' },
    { line: 'properties coverage', does: 'count the assets with a value' },
    { line: 'properties values io.acme.tier', does: 'list the values in use' },
    { line: 'properties upsert -f properties.yaml', does: 'create or update the definitions in the file' },
    { line: 'properties plan -f properties.yaml', does: 'show what upsert would change' },
  ])
    .addCommand(getPropertyCommand(context))
    .addCommand(listPropertiesCommand(context))
    .addCommand(coverageCommand(context))
    .addCommand(valuesCommand(context))
    .addCommand(effectiveCommand(context))
    .addCommand(upsertPropertiesCommand(context))
    .addCommand(planPropertiesCommand(context))
    .addCommand(applyPropertiesCommand(context));
}
