const words = (text: string) =>
  text
    .trim()
    .split(/[,\n]/)
    .map((word) => word.trim());

/** Topics of generated courses, most frequent first. */
export const generatedTopics = words(`
  Python, JavaScript, Data Science, Excel, Machine Learning, Web Development, SQL, Project Management, Marketing, Design
  English, Leadership, Java, React, Statistics, Finance, Photography, Accounting, Cloud Computing, Cybersecurity
  Communication, Writing, C++, C#, Node.js, Data Analysis, Deep Learning, UX Research, Public Speaking, Algebra
  Calculus, Biology, Chemistry, Physics, Nutrition, Nursing, Public Health, Psychology, Philosophy, History
  Music Theory, Guitar, Piano, Drawing, Animation, Video Editing, Game Development, Kotlin, Swift, Rust
  Go, TypeScript, Kubernetes, Docker, Linux, Networking, Blockchain, Ethics, Law, Economics
  Entrepreneurship, Sales, Negotiation, Teaching, Português, Français, Español, Kiswahili, Arabic, Mandarin
  Agriculture, Climate, Energy, Architecture, Robotics, Electronics, Genetics, Astronomy, Geology, Linguistics
  Sociology, Anthropology, Journalism, Podcasting, Copywriting, Branding, Logistics, Supply Chains, Quality, Safety
  Carpentry, Sewing, Cooking, Gardening, First Aid, Yoga, Meditation, Chess, Bookkeeping, Tax
`);

/** Platforms of generated courses, most frequent first. */
export const generatedPlatforms = words(`
  Udemy, Coursera, edX, Udacity, LinkedIn Learning, Pluralsight, FutureLearn, Skillshare, Codecademy, Khan Academy
  DataCamp, Alison, Open University, Treehouse, Domestika, Kadenze, Saylor Academy, Great Learning, Class Central, MOOCit
`);

/** First parts of titles of generated courses. */
export const titleOpenings = words(`
  Introduction to, The Complete, Advanced, Practical, Mastering, Learn, Essential, Modern, Hands-on, Foundations of
  A First Course in, Understanding, Applied, Professional, Everyday, The Art of, Curso de, Cours de, Zero to Hero in, Fast
`);

/** Last parts of titles of generated courses. */
export const titleEndings = words(`
  for Beginners, Bootcamp, in Practice, from Scratch, Masterclass, for Everyone, Certificate, Specialization, Workshop
  for Teams, for Teachers, at Work, Step by Step, in 30 Days, Fundamentals, Projects, Crash Course, Essentials, Lab, Seminar
`);

/** Verbs in descriptions of generated courses. */
export const generatedVerbs = words(`
  Explore, Build with, Practise, Compare, Measure, Explain, Plan, Improve, Test, Discuss, Apply, Repair, Present, Question
`);
