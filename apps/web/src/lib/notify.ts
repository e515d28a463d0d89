/** Whether the browser would show notifications here at all: on plain http it never does. */
export const canNotify = (): boolean => window.isSecureContext && 'Notification' in window

export function showNotification(title: string, body: string, onClick?: () => void): void {
  if (!canNotify() || Notification.permission !== 'granted') return
  const note = new Notification(title, { body, icon: new URL('favicon.svg', document.baseURI).href })
  note.onclick = () => {
    window.focus()
    onClick?.()
    note.close()
  }
}

/** Two soft tones, made on the spot. */
export function chime(): void {
  const audio = new AudioContext()
  const volume = audio.createGain()
  volume.connect(audio.destination)
  volume.gain.setValueAtTime(0.0001, audio.currentTime)
  volume.gain.exponentialRampToValueAtTime(0.12, audio.currentTime + 0.02)
  volume.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + 0.7)
  for (const [frequency, after] of [
    [660, 0],
    [880, 0.14],
  ] as const) {
    const tone = audio.createOscillator()
    tone.frequency.value = frequency
    tone.connect(volume)
    tone.start(audio.currentTime + after)
    tone.stop(audio.currentTime + 0.75)
    tone.onended = () => after > 0 && void audio.close()
  }
}
