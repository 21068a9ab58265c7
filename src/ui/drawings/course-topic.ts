/** What a course can be about, as its cover shows it. */
export const courseTopics = [
  'programming',
  'data',
  'design',
  'business',
  'marketing',
  'languages',
  'security',
  'cloud',
  'writing',
  'health',
  'general',
] as const;
/** One of {@link courseTopics}. */
export type CourseTopic = (typeof courseTopics)[number];

/** What is known of a course when its cover is drawn; the title is enough. */
export interface CourseWords {
  title: string;
  description?: string;
  tags?: readonly string[];
}

// Beginnings of words; a space at the end asks for the whole word.
const signs: Record<Exclude<CourseTopic, 'general'>, string> = {
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

const patterns = Object.entries(signs).map(
  ([topic, words]) => [topic as CourseTopic, new RegExp(`(?<![\\p{L}\\p{N}])(${words})`, 'giu')] as const,
);

/** What a course is about: the title counts most, then the tags, then the description. `general` when nothing tells. */
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
  // The space at the end lets a whole word be asked for where the text ends, too.
  return `${text.replace(/[^\p{L}\p{N}+-]+/gu, ' ')} `.match(pattern)?.length ?? 0;
}
