import type { ReactNode, RefObject } from 'react';
import type { Facet, Facets } from '#contracts/catalogue/catalogue.ts';
import { paths } from '../../../browser/paths.ts';
import { catalogueCopy as copy } from '../catalogue.copy.ts';
import courseStyles from '../course/course-facts.module.css';
import { countText } from '../course/course-facts.tsx';
import { type CourseFilters, explorePath, listTags } from './course-filters.ts';
import styles from './filters.module.css';
import { SuggestField } from './SuggestField.tsx';

interface FiltersProps {
  form: string;
  panel: RefObject<HTMLDetailsElement | null>;
  /** Current input of the form. */
  draft: CourseFilters;
  /** Filters of the list that is shown. */
  filters: CourseFilters;
  facets: Facets | undefined;
  onChange: (change: Partial<CourseFilters>) => void;
}

const shownFacets = 8;

/** All filters except the keywords: a sidebar on wide screens, collapsible on narrow ones. */
export function Filters({ form, panel, draft, filters, facets, onChange }: FiltersProps) {
  const tags = listTags(filters.tags);
  const isOn = (value: string) => tags.some((tag) => tag.toLowerCase() === value.toLowerCase());
  return (
    <details className={styles.filters} ref={panel}>
      <summary className="button button-quiet">{copy.filters}</summary>
      <div className={styles.fields}>
        <h2>{copy.filters}</h2>
        <Choice
          name="level"
          label={copy.level}
          hint={copy.levelHint}
          form={form}
          options={copy.levels}
          chosen={draft.level}
          facets={facets?.level}
          onChoose={(level) => onChange({ level })}
        />
        <Choice
          name="status"
          label={copy.status}
          form={form}
          options={copy.statuses}
          chosen={draft.status}
          facets={facets?.status}
          onChoose={(status) => onChange({ status })}
        />
        <div className={styles.group}>
          <SuggestField
            kind="platforms"
            name="platform"
            form={form}
            label={copy.platform}
            hint={copy.platformHint}
            listLabel={copy.platforms}
            value={draft.platform}
            onChange={(platform) => onChange({ platform })}
          />
          {!filters.platform && (
            <FacetLinks
              title={copy.oftenPlatforms}
              kind={copy.platform}
              facets={facets?.platform}
              pathOf={(platform) => explorePath(filters, { platform })}
            />
          )}
        </div>
        <div className={styles.group}>
          <SuggestField
            kind="tags"
            name="tags"
            form={form}
            label={copy.tags}
            hint={copy.tagsHint}
            listLabel={copy.tagSuggestions}
            value={draft.tags}
            onChange={(value) => onChange({ tags: value })}
          />
          <FacetLinks
            title={copy.oftenTags}
            kind={copy.tags}
            facets={facets?.tags.filter(({ value }) => !isOn(value))}
            pathOf={(value) => explorePath(filters, { tags: [...tags, value].join(', ') })}
          />
        </div>
        <p className={`row ${styles.actions}`}>
          <button type="submit" form={form} className="button">
            {copy.apply}
          </button>
          <a className="button button-plain" href={paths.explore}>
            {copy.clear}
          </a>
        </p>
      </div>
    </details>
  );
}

interface ChoiceProps<T extends string> {
  name: string;
  label: string;
  hint?: string;
  form: string;
  options: readonly T[];
  chosen: T;
  facets: readonly Facet[] | undefined;
  onChoose: (option: T) => void;
}

function Choice<T extends string>(props: ChoiceProps<T>): ReactNode {
  return (
    <fieldset className="field" aria-describedby={props.hint && `explore-${props.name}-hint`}>
      <legend>{props.label}</legend>
      <div className="chips">
        {props.options.map((option) => {
          const facet = props.facets?.find(({ value }) => value === option);
          return (
            <label className="chip" key={option}>
              <input
                type="radio"
                name={props.name}
                form={props.form}
                value={option}
                checked={option === props.chosen}
                onChange={() => props.onChoose(option)}
              />
              <span>
                <span>{option}</span>
                {facet && <small className={styles.count}>{countText(facet)}</small>}
              </span>
            </label>
          );
        })}
      </div>
      {props.hint && (
        <p className="field-hint" id={`explore-${props.name}-hint`}>
          {props.hint}
        </p>
      )}
    </fieldset>
  );
}

interface FacetLinksProps {
  title: string;
  kind: string;
  facets: readonly Facet[] | undefined;
  pathOf: (value: string) => string;
}

function FacetLinks({ title, kind, facets = [], pathOf }: FacetLinksProps) {
  if (facets.length === 0) return null;
  return (
    <nav aria-label={copy.narrow(kind)}>
      <p className={`small soft ${styles.title}`}>{title}</p>
      <ul className={`bare chips ${styles.links}`}>
        {facets.slice(0, shownFacets).map((facet) => (
          <li key={facet.value}>
            <a className={courseStyles.facet} href={pathOf(facet.value)} rel="nofollow">
              <span>{facet.value}</span>
              {facet.count !== null && <small className={styles.count}>{countText(facet)}</small>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
