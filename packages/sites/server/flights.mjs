const airlines = ['AR', 'BL', 'CN', 'DV', 'EO', 'FT']

/** The same route and day always have the same flights. */
export function flightsFor({ from, to, depart, passengers, sort }) {
  const random = numbersFrom(`${from}|${to}|${depart}`)
  const flights = airlines.map((airline) => {
    const stops = random(3) === 0 ? 1 : 0
    const minutes = 330 + random(900)
    const length = 130 + random(70) + stops * 95
    return {
      number: `${airline} ${1000 + random(9000)}`,
      leaves: clock(minutes),
      arrives: clock(minutes + length),
      stops: stops === 0 ? 'direct' : '1 stop',
      price: (89 + random(240)) * passengers,
    }
  })
  const order = sort === 'price' ? (a, b) => a.price - b.price : (a, b) => a.leaves.localeCompare(b.leaves)
  return flights.sort(order)
}

const clock = (minutes) =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Numbers below a limit, always the same for the same text (a linear congruential generator). */
function numbersFrom(text) {
  let state = 7
  for (const sign of text) state = (Math.imul(state, 31) + sign.codePointAt(0)) >>> 0
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * limit)
  }
}
