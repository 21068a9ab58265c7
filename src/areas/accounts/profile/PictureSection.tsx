import { useState } from 'react';
import { profilePictureFile } from '#contracts/accounts/person.ts';
import type { Profile } from '#contracts/accounts/profile.ts';
import { changePicture } from '#contracts/accounts/profile-changes.ts';
import { limits } from '#contracts/limits.ts';
import { ApiError, call, messageOf } from '../../../browser/api.ts';
import { toastError, toastSuccess } from '../../../browser/toast.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import styles from '../accounts.module.css';
import { PictureField } from '../picture/PictureField.tsx';
import { usePicture } from '../picture/use-picture.ts';
import { profileCopy } from './profile.copy.ts';
import { Section } from './Section.tsx';

const copy = profileCopy.picture;

/** Shows and replaces the profile picture. */
export function PictureSection(props: { profile: Profile; onChange: (profile: Profile) => void }) {
  const { profile } = props;
  const picture = usePicture();
  const [isBusy, setBusy] = useState(false);
  const [round, setRound] = useState(0);

  const startOver = () => {
    picture.clear();
    setRound((count) => count + 1);
  };

  const save = async () => {
    setBusy(true);
    picture.setProblem(undefined);
    picture.setSentPart(0);
    try {
      const file = await picture.toFile();
      if (!file) return picture.setProblem(profilePictureFile.missing);
      const { message, data } = await call(
        changePicture,
        { file },
        { timeoutMs: limits.signUpTimeoutMs, onProgress: picture.setSentPart },
      );
      props.onChange(data);
      toastSuccess(message);
      startOver();
    } catch (error) {
      const fieldError = error instanceof ApiError ? error.errors[profilePictureFile.field] : undefined;
      const errorText = fieldError ?? messageOf(error, profileCopy.notSaved);
      picture.setProblem(errorText);
      toastError(errorText);
    } finally {
      setBusy(false);
      picture.setSentPart(undefined);
    }
  };

  return (
    <Section heading={copy.heading}>
      <div className={styles.who}>
        <Avatar name={profile.fullName} picture={profile.profilePicture} isLarge />
        <p className={styles.name} translate="no">
          {profile.fullName}
        </p>
      </div>
      <PictureField key={round} id="profile-picture" label={copy.label} picture={picture} />
      {picture.opened && (
        <div className="row row-fill">
          <Button
            text={picture.problem ? copy.again : copy.submit}
            busy={isBusy && profileCopy.saving}
            onPress={save}
          />
          <Button kind="quiet" text={copy.keep} onPress={startOver} />
        </div>
      )}
    </Section>
  );
}
