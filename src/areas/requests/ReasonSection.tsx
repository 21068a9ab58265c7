import { countWords } from '#contracts/fields.ts';
import { limits } from '#contracts/limits.ts';
import { Field } from '../../ui/fields/Field.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import styles from './help.module.css';
import type { HelpFormState } from './help-form.ts';
import { requestsCopy as copy } from './requests.copy.ts';

/** The reason with a live word count that matches the server's, and the social media link. */
export function ReasonSection(props: { field: HelpFormState['field']; motivation: string }) {
  const { error, ...motivation } = props.field('motivation');
  const words = countWords(props.motivation);
  const isOver = words > limits.motivationWords;
  return (
    <fieldset className={styles.part}>
      <legend>{copy.sections.reason}</legend>
      <Field
        id={motivation.id}
        label={copy.motivation}
        error={error}
        hint={
          <span className="row row-apart">
            <span>{copy.motivationHint}</span>
            <span className={`${styles.counter} ${isOver ? styles.over : ''}`}>{copy.words(words)}</span>
          </span>
        }
      >
        {(control) => <textarea {...motivation} {...control} className="input" rows={5} />}
      </Field>
      <TextField
        {...props.field('socials')}
        label={copy.socials}
        hint={copy.socialsHint}
        type="url"
        inputMode="url"
        placeholder="https://"
      />
    </fieldset>
  );
}
