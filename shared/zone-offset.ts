const formats = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds by which the clocks of a zone, an IANA name, are ahead of UTC at a moment. Throws a RangeError for an unknown zone. */
export function zoneOffsetMs(millis: number, zone: string): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(millis)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const shown = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return shown - Math.floor(millis / 1000) * 1000;
}

/** Creating a formatter takes long, so each is created once. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const two = '2-digit';
  const format = new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  });
  formats.set(zone, format);
  return format;
}
