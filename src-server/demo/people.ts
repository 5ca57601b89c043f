/** First and last names as people write them, by script or language. A last name of null is a person with one name. */
interface NamePool {
  readonly weight: number;
  readonly first: readonly string[];
  readonly last: readonly (string | null)[];
}

export interface Person {
  readonly first_name: string;
  readonly last_name: string | null;
}

const pools: readonly NamePool[] = [
  {
    weight: 30,
    first: [
      'Amélie',
      'Björn',
      'Chloé',
      'Jürgen',
      'Søren',
      'Łucja',
      'Željko',
      'Márton',
      'Ilse',
      'Noël',
      'Åsa',
      'Zoë',
      'François',
      'Inês',
      'Þóra',
      'Anaïs',
    ],
    last: [
      'Dubois',
      'Müller',
      'Ångström',
      'Nielsen',
      'Kowalczyk',
      'Horvat',
      'Szabó',
      'Lefèvre',
      'Brontë',
      'Gonçalves',
      'Weiß',
      'Østergård',
      'Guðmundsdóttir',
      "O'Connor",
      'Ğunay',
      'Čapek',
    ],
  },
  {
    weight: 16,
    first: [
      'Ada',
      'Grace',
      'Oliver',
      'Maya',
      'Theodore',
      'Ruth',
      'Marcus',
      'Priya',
      'Samuel',
      'Hannah',
      'Isaac',
      'Nadia',
    ],
    last: [
      'Bennett',
      'Clarke',
      'Okafor',
      'Fernandes',
      'Whitfield',
      'Marsh',
      'Abbott',
      'Patel',
      'Sinclair',
      'Rivera',
      'Holt',
      'Mensah',
    ],
  },
  {
    weight: 6,
    first: [
      'Maria del Carmen',
      'Jean-Baptiste',
      'Anna-Lena',
      'José Luis',
      'Karl-Theodor',
      'Maximiliana',
    ],
    last: [
      'García-Márquez y Fernández de Córdoba',
      'de La Rochefoucauld-Montmorency',
      'von und zu Hohenberg-Altenstein',
      'Vasconcelos dos Santos Pereira',
      'Schmidt-Rottluff',
      'van den Boogaard-Verhoeven',
    ],
  },
  {
    weight: 8,
    first: ['Алексей', 'Наталья', 'Дмитрий', 'Ольга', 'Святослав', 'Ірина', 'Борис'],
    last: ['Соколов', 'Кузнецова', 'Шевченко', 'Ђорђевић', 'Романова', 'Їжакевич', 'Петров'],
  },
  {
    weight: 5,
    first: ['Ελένη', 'Γιώργος', 'Σοφία', 'Νίκος', 'Αλέξανδρος'],
    last: ['Παπαδοπούλου', 'Οικονόμου', 'Καζαντζάκης', 'Νικολαΐδης', 'Βλάχος'],
  },
  {
    weight: 5,
    first: ['ليلى', 'محمد', 'فاطمة', 'يوسف', 'نور'],
    last: ['الحسيني', 'بن سعيد', 'العبدالله', 'حداد', 'الزهراني'],
  },
  { weight: 3, first: ['נועה', 'דוד', 'תמר', 'יצחק'], last: ['כהן', 'בן־דוד', 'לוי', 'מזרחי'] },
  {
    weight: 7,
    first: ['欣怡', '伟', '雅婷', '子轩', '静'],
    last: ['王', '李', '歐陽', '陳', '司马'],
  },
  { weight: 5, first: ['민준', '서연', '지우', '하은'], last: ['김', '박', '남궁', '최'] },
  {
    weight: 5,
    first: ['さくら', '健太', 'ひなた', 'マリア'],
    last: ['佐藤', '高橋', '山本', 'ヴァレンタイン'],
  },
  { weight: 5, first: ['अनन्या', 'आरव', 'प्रिया', 'विक्रम'], last: ['शर्मा', 'गुप्ता', 'त्रिवेदी', 'सिंह'] },
  { weight: 3, first: ['สมชาย', 'กัญญารัตน์', 'ณัฐพงษ์'], last: ['ศรีสุวรรณ', 'วงศ์ไพบูลย์', 'จันทร์เพ็ญ'] },
  {
    weight: 6,
    first: ['Nguyễn Thị', 'Trần Văn', 'Lê Hoàng', 'Phạm Đức'],
    last: ['Ánh Tuyết', 'Hưởng', 'Khánh Linh', 'Mỹ Duyên'],
  },
  { weight: 4, first: ['Suharto', 'Madhuri', 'Ọlá', 'Wangari', 'Tenzin', 'Björk'], last: [null] },
];

const totalWeight = pools.reduce((sum, { weight }) => sum + weight, 0);

/** A random person; pools are chosen by their weight. */
export function pickPerson(random: () => number): Person {
  let left = random() * totalWeight;
  const pool = pools.find(({ weight }) => (left -= weight) < 0) ?? pools[0];
  return {
    first_name: pickOne(random, pool?.first ?? ['Ada']),
    last_name: pickOne(random, pool?.last ?? [null]),
  };
}

/** A random element of a non-empty list. */
export function pickOne<T>(random: () => number, list: readonly T[]): T {
  const chosen = list[Math.floor(random() * list.length)];
  if (chosen === undefined) throw new RangeError('expected a list that is not empty');
  return chosen;
}

/** An undeliverable address, readable if the name has Latin letters. */
export function emailOf({ first_name, last_name }: Person, number: number): string {
  const latin = `${first_name}.${last_name ?? ''}`
    .normalize('NFD')
    .replace(/[^\p{Script=Latin}. -]/gu, '')
    .replace(/[^A-Za-z]+/g, '.')
    .replace(/^\.+|\.+$/g, '')
    .toLowerCase();
  return `${latin === '' ? 'guest' : latin}.${number}@example.org`;
}
