export default function PhotoPage() {
  return null;
}
