const notes = [
  { at: 0, hertz: 660 },
  { at: 0.14, hertz: 880 },
];
const lengthSeconds = 0.4;

let audio: AudioContext | null = null;

/** Two short notes. Browsers allow sound only once somebody has clicked or typed in the page. */
export function chime(): void {
  if (!navigator.userActivation.hasBeenActive) return;
  audio ??= new AudioContext();
  for (const { at, hertz } of notes) play(audio, audio.currentTime + at, hertz);
}

function play(context: AudioContext, at: number, hertz: number): void {
  const tone = new OscillatorNode(context, { frequency: hertz });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(0.15, at + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.001, at + lengthSeconds);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + lengthSeconds);
}
