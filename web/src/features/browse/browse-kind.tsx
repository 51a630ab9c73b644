import { useState, type ReactNode } from 'react';
import { Toolbar } from '../../components/controls/toolbar.tsx';
import { Button } from '../../components/controls/button.tsx';
import { TextField } from '../../components/fields/fields.tsx';
import { Stack } from '../../components/layout/layout.tsx';
import { useUrlState, type UrlCodec } from '../../urls/search-state.ts';
import { BrowseLevel } from './browse-tree.tsx';
import { CreateDialog, creatableLabel } from './create-dialog.tsx';
import type { Creatable } from './create-entity.ts';
import type { BrowseKind } from '../../shared/search/kinds.ts';
import { useCreatable } from './use-creatable.ts';

const TEXT: UrlCodec<string> = {
  parse: (parameters) => parameters.get('q') ?? '',
  format: (text) => new URLSearchParams(text === '' ? {} : { q: text }),
};

/** Entities of a kind as a tree or list, with a search field and buttons to create them. */
export function BrowseKindView({ kind }: { readonly kind: BrowseKind }): ReactNode {
  const [text, setText] = useUrlState(TEXT);
  const [created, setCreated] = useState<Creatable>();
  const creatable = useCreatable(kind);
  return (
    <Stack gap={4}>
      <Toolbar
        end={
          <>
            {creatable.map((what) => (
              <Button
                key={what}
                onPress={() => {
                  setCreated(what);
                }}
              >
                {`New ${creatableLabel(what)}`}
              </Button>
            ))}
          </>
        }
      >
        <TextField
          label={`Find in ${kind.label.toLowerCase()}`}
          isLabelHidden
          placeholder={`Find in ${kind.label.toLowerCase()}`}
          type="search"
          value={text}
          onChange={(next) => {
            setText(next, { replace: true });
          }}
        />
      </Toolbar>
      <BrowseLevel key={kind.id} kind={kind} label={kind.label} text={text.trim()} />
      {created && (
        <CreateDialog
          what={created}
          onClose={() => {
            setCreated(undefined);
          }}
        />
      )}
    </Stack>
  );
}
