#!/usr/bin/env bash
# Chromium drops the comma from what is typed into <input type=number>: 185,50 becomes 18550, and counts as valid. Neither the
# value nor validity.badInput tells a page that there was a comma.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/page.html" << 'HTML'
<input type="number" step="0.01" id="amount"><p id="seen"></p>
<script>
  amount.focus();
  document.execCommand("insertText", false, "185,50");
  seen.textContent = `${amount.value} ${amount.checkValidity()}`;
</script>
HTML
chromium --version
page=$(chromium --headless --no-sandbox --disable-gpu --user-data-dir="$folder/profile" --dump-dom "file://$folder/page.html" 2> /dev/null)
seen=$(sed -n 's/.*<p id="seen">\(.*\)<\/p>.*/\1/p' <<< "$page")
echo "typed 185,50: $seen"
test "$seen" = "18550 true"
