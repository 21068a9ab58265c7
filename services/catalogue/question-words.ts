const words = (text: string) => new Set(text.trim().split(/\s+/));

// Function words: the English list of Snowball (snowballstem.org, BSD licence), as PostgreSQL has it in english.stop, as
// course_words() writes them, without the words that are subjects.
const functionWords = words(`
  i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its
  itself they them their theirs themselves what which who whom this that these those am is are was were be been being have
  has had having do does did doing a an the and but if or because as until while of at by for with about against between
  into through during before after above below to from up down in out on off over under again further then once here there
  when where why how all any both each few more most other some such no nor not only own same so than too very s t can will
  just don should now dont im ive id whats cant could would may might must shall without get also us upon
`);

// Words of learners' questions and of what every course is; chosen by hand.
const learnersWords = words(`
  learn learns learner learning study studying want wants wanted wish need needs like love become becoming start starting
  begin beginning beginner beginners newbie basic basics intro introduction fundamentals course courses class classes lesson
  lessons tutorial tutorials train training certificate certificates certification degree diploma programme program online
  free best good better great easy easily fast quick quickly know knowing understand understanding make making create
  creating do work works use using used help helps please teach tell show give find look looking way ways pass prepare
  preparing preparation exam exams new simple complete full guide tips step steps taking take
`);

/** Returns whether a word of a search says nothing about the subject ("how", "learn", "course"). */
export const isQuestionWord = (word: string): boolean => functionWords.has(word) || learnersWords.has(word);
