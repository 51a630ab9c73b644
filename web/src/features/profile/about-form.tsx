import { useState, type ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { TextField } from '../../components/fields/fields.tsx';
import { ErrorNotice } from '../../components/feedback/notices.tsx';
import { showToast } from '../../components/feedback/toasts.tsx';
import { FormSection } from '../../components/layout/form-section.tsx';
import { Row } from '../../components/layout/layout.tsx';
import { LeaveDialog } from '../../shared/leaving/leave-dialog.tsx';
import { PictureField, pictureProblem } from './picture-field.tsx';
import { profileOf, useSaveProfile, type OwnAccount, type Profile } from './profile-data.ts';

/** Form for what others see of the person. */
export function AboutForm({ account }: { readonly account: OwnAccount }): ReactNode {
  const stored = profileOf(account);
  const [draft, setDraft] = useState<Partial<Profile>>({});
  const save = useSaveProfile();
  const shown = { ...stored, ...draft };
  const isChanged = Object.entries(shown).some(([name, value]) => value !== stored[name as keyof Profile]);
  const set = (member: keyof Profile) => (value: string) => {
    setDraft({ ...draft, [member]: value });
  };
  const submit = (): void => {
    if (!isChanged || save.isPending || pictureProblem(shown.pictureLink) !== undefined) return;
    save.mutate(
      { urn: account.urn, before: stored, after: shown },
      {
        onSuccess: () => {
          setDraft({});
          showToast('Profile saved');
        },
      },
    );
  };
  return (
    <FormSection title="About you" about="Shown on your page, and wherever your name is.">
      <PictureField
        name={shown.displayName === '' ? account.username : shown.displayName}
        value={shown.pictureLink}
        onChange={set('pictureLink')}
      />
      <TextField
        label="Name"
        placeholder={account.username}
        value={shown.displayName}
        onChange={set('displayName')}
        onEnter={submit}
      />
      <TextField
        label="Title"
        placeholder="Data Engineer"
        value={shown.title}
        onChange={set('title')}
        onEnter={submit}
      />
      <TextField label="About" help="Markdown." lines={3} value={shown.aboutMe} onChange={set('aboutMe')} />
      {save.error !== null && <ErrorNotice error={save.error} />}
      <Row>
        <Button look="primary" isDisabled={!isChanged} isPending={save.isPending} onPress={submit}>
          Save profile
        </Button>
      </Row>
      <LeaveDialog isUnsaved={isChanged && !save.isPending} />
    </FormSection>
  );
}
