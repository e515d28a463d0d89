# Locales, time zones and fonts.

say "Preparing languages"
for locale in en_US en_GB zh_CN zh_TW ja_JP ko_KR de_DE fr_FR es_ES pt_BR ru_RU; do
  localedef -i "$locale" -f UTF-8 "$locale.UTF-8"
done

# matplotlib sees only the first face of a collection, which is the Japanese one: Chinese labels need their own file.
python3 - <<'PY'
from pathlib import Path
from fontTools.ttLib import TTCollection
import matplotlib

source = next(Path('/usr/share/fonts').rglob('NotoSansCJK-Regular.ttc'))
for font in TTCollection(str(source)).fonts:
    if font['name'].getDebugName(1) == 'Noto Sans CJK SC':
        target = Path('/usr/local/share/fonts/NotoSansCJKsc-Regular.otf')
        target.parent.mkdir(parents=True, exist_ok=True)
        font.save(str(target))

# Both families stand in font.family: matplotlib falls back from glyph to glyph only within that list.
own = {
    'font.family': 'DejaVu Sans, Noto Sans CJK SC',
    'axes.unicode_minus': 'False',
    'backend': 'Agg',
}
rc = Path(matplotlib.get_data_path()) / 'matplotlibrc'
# Its own lines stand behind a # that matplotlib takes off; a key that stands twice is complained about at every start.
kept = [line for line in rc.read_text().splitlines() if line.lstrip('#').split(':')[0].strip() not in own]
rc.write_text('\n'.join(kept + [f'{key}: {value}' for key, value in own.items()]) + '\n')
PY
