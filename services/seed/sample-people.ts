import type { User } from '#services/accounts/user.entity.ts';

/** A sample person with an invented name. */
export interface SamplePerson {
  key: string;
  fullName: string;
  country: string;
  gender: NonNullable<User['gender']>;
  role: 'learner' | 'sponsor';
}

function learner(
  key: string,
  fullName: string,
  country: string,
  gender: SamplePerson['gender'],
): SamplePerson {
  return { key, fullName, country, gender, role: 'learner' };
}

function sponsor(
  key: string,
  fullName: string,
  country: string,
  gender: SamplePerson['gender'],
): SamplePerson {
  return { key, fullName, country, gender, role: 'sponsor' };
}

/** Twelve learners and three sponsors from countries across Africa. */
export const samplePeople: readonly SamplePerson[] = [
  learner('amara', 'Amara Okonjo', 'Nigeria', 'female'),
  learner('kwame', 'Kwame Boadi', 'Ghana', 'male'),
  learner('wanjiru', 'Wanjiru Kamande', 'Kenya', 'female'),
  learner('tesfaye', 'Tesfaye Alemu', 'Ethiopia', 'male'),
  learner('aicha', 'Aïcha Traoré', 'Mali', 'female'),
  learner('sipho', 'Sipho Ndlela', 'South Africa', 'male'),
  learner('nadia', 'Nadia Belkacem', 'Algeria', 'female'),
  learner('juma', 'Juma Mwakasege', 'Tanzania', 'male'),
  learner('claudine', 'Claudine Uwera', 'Rwanda', 'female'),
  learner('omar', 'Omar Fahmy', 'Egypt', 'male'),
  learner('fatou', 'Fatou Ceesay', 'Gambia', 'female'),
  learner('tendai', 'Tendai Marufu', 'Zimbabwe', 'nb'),
  sponsor('grace', 'Grace Adeyinka', 'Nigeria', 'female'),
  sponsor('david', 'David Otieno', 'Kenya', 'male'),
  sponsor('lindiwe', 'Lindiwe Maseko', 'South Africa', 'female'),
];
