import { useState, type ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { TextField } from '../../components/fields/fields.tsx';
import { FilePicker } from '../../components/fields/file-picker.tsx';
import { Avatar } from '../../components/icons/avatar.tsx';
import { isPictureLink, isShownPicture } from '../../components/icons/picture.ts';
import { Row, Stack } from '../../components/layout/layout.tsx';
import { shrinkPicture } from './shrink-picture.ts';

/** What is wrong with the link to a picture; undefined if it can be saved. */
export function pictureProblem(link: string): string | undefined {
  if (link.trim() === '' || isPictureLink(link.trim())) return undefined;
  return 'Enter an address that begins with https://, or a path on this server.';
}

/** Field for the person's picture: an image file, which is made small, or a link to one. */
export function PictureField({
  name,
  value,
  onChange,
}: {
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const [problem, setProblem] = useState<string>();
  const isEmbedded = value.startsWith('data:');
  const set = (link: string): void => {
    setProblem(undefined);
    onChange(link);
  };
  const choose = (file: File): void => {
    shrinkPicture(file).then(set, () => {
      setProblem(`${file.name} is not an image that this browser can read. Choose a PNG, JPEG or WebP file.`);
    });
  };
  return (
    <Stack>
      <Row gap={3}>
        <Avatar name={name} picture={value} isLarge />
        <FilePicker
          label="Choose picture"
          help="PNG, JPEG or WebP."
          isBare
          types={['image/png', 'image/jpeg', 'image/webp']}
          onChoose={choose}
        />
        {value !== '' && (
          <Button
            look="quiet"
            onPress={() => {
              set('');
            }}
          >
            Remove picture
          </Button>
        )}
      </Row>
      <TextField
        label="Link to a picture"
        placeholder="https://"
        help={helpFor(value)}
        problem={problem ?? pictureProblem(value)}
        value={isEmbedded ? '' : value}
        onChange={set}
      />
    </Stack>
  );
}

function helpFor(link: string): string {
  if (link.startsWith('data:')) return 'The chosen picture is used. A link replaces it.';
  if (link === '' || isShownPicture(link)) return 'Instead of a file.';
  return 'These pages show your initials, because they load nothing from other servers. Other programs get the link.';
}
