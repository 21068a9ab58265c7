import type { Country } from '#contracts/accounts/countries.ts';
import { minuteMs } from '#contracts/durations.ts';

/** The most populous time zone of each country (IANA names). */
const mainTimeZones: Record<Country, string> = {
  Algeria: 'Africa/Algiers',
  Angola: 'Africa/Luanda',
  Benin: 'Africa/Porto-Novo',
  Botswana: 'Africa/Gaborone',
  'Burkina Faso': 'Africa/Ouagadougou',
  Burundi: 'Africa/Bujumbura',
  'Cabo Verde': 'Atlantic/Cape_Verde',
  Cameroon: 'Africa/Douala',
  'Central African Republic': 'Africa/Bangui',
  Chad: 'Africa/Ndjamena',
  Comoros: 'Indian/Comoro',
  "Côte d'Ivoire": 'Africa/Abidjan',
  'Democratic Republic of the Congo': 'Africa/Kinshasa',
  Djibouti: 'Africa/Djibouti',
  Egypt: 'Africa/Cairo',
  'Equatorial Guinea': 'Africa/Malabo',
  Eritrea: 'Africa/Asmara',
  Eswatini: 'Africa/Mbabane',
  Ethiopia: 'Africa/Addis_Ababa',
  Gabon: 'Africa/Libreville',
  Gambia: 'Africa/Banjul',
  Ghana: 'Africa/Accra',
  Guinea: 'Africa/Conakry',
  'Guinea-Bissau': 'Africa/Bissau',
  Kenya: 'Africa/Nairobi',
  Lesotho: 'Africa/Maseru',
  Liberia: 'Africa/Monrovia',
  Libya: 'Africa/Tripoli',
  Madagascar: 'Indian/Antananarivo',
  Malawi: 'Africa/Blantyre',
  Mali: 'Africa/Bamako',
  Mauritania: 'Africa/Nouakchott',
  Mauritius: 'Indian/Mauritius',
  Morocco: 'Africa/Casablanca',
  Mozambique: 'Africa/Maputo',
  Namibia: 'Africa/Windhoek',
  Niger: 'Africa/Niamey',
  Nigeria: 'Africa/Lagos',
  'Republic of the Congo': 'Africa/Brazzaville',
  Rwanda: 'Africa/Kigali',
  'São Tomé and Príncipe': 'Africa/Sao_Tome',
  Senegal: 'Africa/Dakar',
  Seychelles: 'Indian/Mahe',
  'Sierra Leone': 'Africa/Freetown',
  Somalia: 'Africa/Mogadishu',
  'South Africa': 'Africa/Johannesburg',
  'South Sudan': 'Africa/Juba',
  Sudan: 'Africa/Khartoum',
  Tanzania: 'Africa/Dar_es_Salaam',
  Togo: 'Africa/Lome',
  Tunisia: 'Africa/Tunis',
  Uganda: 'Africa/Kampala',
  Zambia: 'Africa/Lusaka',
  Zimbabwe: 'Africa/Harare',
};

const zones = new Map<string, string>(Object.entries(mainTimeZones));

/**
 * Returns the offset of a country's main time zone from UTC at a time, in minutes; null for an unknown country. The
 * offset is the only information about a participant's location that the other one gets.
 */
export function utcOffsetMinutes(country: string | null, at: Date): number | null {
  const timeZone = zones.get(country ?? '');
  if (!timeZone) return null;
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(at);
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const shown = Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'));
  // The formatted parts have no seconds, so drop them from the time as well.
  return shown / minuteMs - Math.floor(at.getTime() / minuteMs);
}
