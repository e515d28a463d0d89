// A calendar as sites have them: the field takes no typing, days are drawn by script, past days cannot be chosen.
const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']
const weekdays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']
const field = document.getElementById('depart')
const place = document.getElementById('calendar')
const now = new Date()
const today = new Date(now.getFullYear(), now.getMonth(), now.getDate())
let shown = new Date(today.getFullYear(), today.getMonth(), 1)

const two = (number) => String(number).padStart(2, '0')
const iso = (date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`

function button(text, label, onClick) {
  const made = document.createElement('button')
  made.type = 'button'
  made.textContent = text
  made.setAttribute('aria-label', label)
  made.addEventListener('click', onClick)
  return made
}

function move(by) {
  shown = new Date(shown.getFullYear(), shown.getMonth() + by, 1)
  draw()
}

function choose(date) {
  field.value = iso(date)
  field.dispatchEvent(new Event('change', { bubbles: true }))
  place.replaceChildren()
}

function draw() {
  const calendar = document.createElement('div')
  calendar.className = 'calendar'
  const bar = document.createElement('div')
  bar.className = 'bar'
  const title = document.createElement('strong')
  title.textContent = `${months[shown.getMonth()]} ${shown.getFullYear()}`
  const before = button('‹', 'Previous month', () => move(-1))
  before.disabled = shown <= today
  bar.append(before, title, button('›', 'Next month', () => move(1)))
  const grid = document.createElement('div')
  grid.className = 'grid'
  for (const name of weekdays) grid.append(Object.assign(document.createElement('span'), { textContent: name }))
  const blanks = (shown.getDay() + 6) % 7
  for (let nth = 0; nth < blanks; nth += 1) grid.append(document.createElement('span'))
  const days = new Date(shown.getFullYear(), shown.getMonth() + 1, 0).getDate()
  for (let day = 1; day <= days; day += 1) {
    const date = new Date(shown.getFullYear(), shown.getMonth(), day)
    const cell = button(String(day), `${day} ${months[shown.getMonth()]} ${shown.getFullYear()}`, () => choose(date))
    cell.disabled = date < today
    cell.setAttribute('aria-pressed', String(field.value === iso(date)))
    grid.append(cell)
  }
  calendar.append(bar, grid)
  place.replaceChildren(calendar)
}

field.addEventListener('click', draw)
document.getElementById('search').addEventListener('submit', (event) => {
  if (field.value) return
  event.preventDefault()
  draw()
})
