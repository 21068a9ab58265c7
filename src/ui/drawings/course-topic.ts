/** The texts that determine a cover; the title suffices. */
export interface CourseWords {
  title: string;
  description?: string;
  tags?: readonly string[];
}

// Prefixes of words by topic, separated by `|`; a trailing space matches the whole word only.
const signs = {
  programming:
    'program|coding|coder|software|developer|web dev|javascript|typescript|python|java |react|node|html|css |php|kotlin|swift |flutter|android|algorithm|full stack|full-stack|frontend|front-end|backend|back-end|git |c\\+\\+|rust |golang',
  data: 'data|statistic|analytic|machine learning|deep learning|artificial intelligence|ai |sql|excel|spreadsheet|power bi|tableau|mathemat|calculus|algebra|probability|econometric',
  design:
    'design|ux|ui |figma|illustrat|photoshop|typograph|animation|photograph|drawing|fashion|architect|video edit|art |arts ',
  business:
    'business|management|manager|entrepreneur|finance|financial|accounting|bookkeep|leadership|economics|project|startup|supply chain|logistics|agile|scrum|human resource|invest|negotiat',
  marketing:
    'marketing|seo |social media|advertis|brand|sales|e-commerce|ecommerce|copywriting|public relations',
  languages:
    'language|english|french|spanish|german|arabic|chinese|mandarin|swahili|yoruba|hausa|igbo|portuguese|ielts|toefl|translation|grammar',
  security: 'security|cyber|hacking|penetration|cryptograph|forensic|privacy|comptia',
  cloud: 'cloud|aws |azure|devops|kubernetes|docker|linux|networking|cisco|server|terraform',
  writing: 'writing|writer|journalis|storytelling|editing|author|poetry|blogging|literature|screenplay',
  health:
    'health|nurs|medic|nutrition|pharma|anatom|midwi|first aid|epidemi|psycholog|biolog|caregiv|mental|fitness|clinical',
};

/** The topic of a course, as its cover shows it; `general` when no word matches. */
export type CourseTopic = keyof typeof signs | 'general';

// No lookbehind: Safari has it since 16.4. The space after a whole word is not consumed, because the next word needs it.
const patterns = Object.entries(signs).map(
  ([topic, words]) =>
    [
      topic as CourseTopic,
      new RegExp(`(?:^|[^\\p{L}\\p{N}])(${words.replace(/ (?=\||$)/g, '(?= )')})`, 'giu'),
    ] as const,
);

/**
 * Returns the topic of a course. The title weighs most, then the tags, then the description; `general` when nothing
 * matches.
 */
export function courseTopic({ title, description = '', tags = [] }: CourseWords): CourseTopic {
  const texts: [string, number][] = [
    [title, 3],
    [tags.join(' | '), 2],
    [description, 1],
  ];
  let best: { topic: CourseTopic; score: number } = { topic: 'general', score: 0 };
  for (const [topic, pattern] of patterns) {
    let score = 0;
    for (const [text, weight] of texts) score += weight * countIn(text, pattern);
    if (score > best.score) best = { topic, score };
  }
  return best.topic;
}

function countIn(text: string, pattern: RegExp): number {
  // The trailing space lets a whole-word prefix match at the end of the text.
  return `${text.replace(/[^\p{L}\p{N}+-]+/gu, ' ')} `.match(pattern)?.length ?? 0;
}
