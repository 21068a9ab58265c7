import type { CourseTopic } from '../course-topic.ts';

/** The icon of each topic: an SVG path on 24 units, filled with the even-odd rule. */
export const topicIcons: Record<CourseTopic, string> = {
  programming: 'M8 4L0 12L8 20L10.5 17.5L5 12L10.5 6.5ZM16 4L13.5 6.5L19 12L13.5 17.5L16 20L24 12Z',
  data: 'M2 13h5v9H2zM9.5 8h5v14h-5zM17 2h5v20h-5z',
  design: 'M2 9h13v13H2zM15 2a7 7 0 1 1 0 14a7 7 0 1 1 0-14z',
  business: 'M8 3h8v4h7v14H1V7h7zM10.5 5.5v1.5h3v-1.5zM1 13v1.5h22v-1.5z',
  marketing: 'M1 9h6L18 3v18L7 15H1zM20 10h3v4h-3zM5 17h4l1.5 6h-4z',
  languages: 'M1 2h15v10H8l-4 4v-4H1zM18 8h5v10h-2v4l-4-4H9v-3.5l.5-.5H18z',
  security:
    'M12 1l9.5 3.5v6.5c0 6-4 10-9.5 12c-5.5-2-9.5-6-9.5-12V4.5zM12 7a3 3 0 0 1 1.5 5.5L14.5 17h-5l1-4.5A3 3 0 0 1 12 7z',
  cloud: 'M6.5 20a5.5 5.5 0 0 1-.8-10.9A6.5 6.5 0 0 1 18.3 9A5.5 5.5 0 0 1 17.5 20z',
  writing: 'M1 23l2-7.5L15.5 3L21 8.5L8.5 21zM17 1.5L19 0l5 5l-1.5 2z',
  health: 'M8.5 1.5h7v7h7v7h-7v7h-7v-7h-7v-7h7z',
  general: 'M1 4c4.5 0 8 1 10.3 3v14C9 19 5.5 18 1 18zM23 4c-4.5 0-8 1-10.3 3v14C15 19 18.5 18 23 18z',
};
