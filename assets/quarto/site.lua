-- Adds what every page shares (style, script, icon, the same page in the other language) and Plotly, the planner, the
-- filters of the maps or the explorer where a page has them. Addresses are relative, so that the site works in any folder and
-- straight from the disk; they lead to _site/assets, which `dbreport site` fills once for both languages.
local has_charts = false
local has_planner = false
local has_filters = false
local has_explorer = false

local function find_extras(block)
  if block.format == "html" and block.text:find("Plotly.newPlot", 1, true) then
    has_charts = true
  end
  if block.format == "html" and block.text:find('class="planner"', 1, true) then
    has_planner = true
  end
  if block.format == "html" and block.text:find('class="heat-filters"', 1, true) then
    has_filters = true
  end
  if block.format == "html" and block.text:find('class="explorer"', 1, true) then
    has_explorer = true
  end
end

local function language()
  for _, profile in ipairs(quarto.project.profile) do
    if profile == "zh" or profile == "en" then
      return profile
    end
  end
  error("render with --profile zh or --profile en")
end

local function add_to_head()
  local site = quarto.project.offset .. "/../"
  local page = quarto.doc.output_file:sub(#quarto.project.output_directory + 2)
  local other = language() == "zh" and "en" or "zh"
  -- who shows a link with its picture asks for a whole address
  local public = os.getenv("DBREPORT_SITE_URL")
  local lines = {
    '<meta property="og:image" content="' .. (public and public .. "/" or site) .. "assets/card-" .. language() .. '.png">',
    '<meta name="twitter:card" content="summary_large_image">',
    '<link rel="icon" type="image/svg+xml" href="' .. site .. 'assets/icon.svg">',
    '<link rel="stylesheet" href="' .. site .. 'assets/site.css">',
    '<link rel="alternate" hreflang="' .. other .. '" href="' .. site .. other .. "/" .. page .. '">',
    '<link rel="alternate" type="application/atom+xml" href="' .. quarto.project.offset .. '/feed.xml">',
    '<script src="' .. site .. 'assets/site.js" defer></script>',
  }
  if has_charts or has_explorer then
    table.insert(lines, '<script src="' .. site .. 'assets/plotly-cartesian.min.js"></script>')
    table.insert(lines, '<script src="' .. site .. 'assets/charts.js"></script>')
  end
  if has_planner then
    table.insert(lines, '<link rel="stylesheet" href="' .. site .. 'assets/planner.css">')
    table.insert(lines, '<script src="' .. site .. 'assets/planner.js" defer></script>')
  end
  if has_explorer then
    table.insert(lines, '<link rel="stylesheet" href="' .. site .. 'assets/explorer.css">')
    table.insert(lines, '<script src="' .. site .. 'assets/explorer.js" defer></script>')
  end
  if has_filters then
    table.insert(lines, '<script src="' .. site .. 'assets/heat.js" defer></script>')
  end
  quarto.doc.include_text("in-header", table.concat(lines, "\n"))
end

-- From the CJK punctuation to the end of the ideographs, and the full-width forms.
local function is_chinese(code)
  return code and (code >= 0x3000 and code <= 0x9FFF or code >= 0xFF00 and code <= 0xFFEF)
end

-- A line break between two Chinese characters is no space: Quarto's reader has no switch for it.
local function join_chinese_lines(inlines)
  for i = #inlines - 1, 2, -1 do
    local before, after = inlines[i - 1], inlines[i + 1]
    if inlines[i].t == "SoftBreak" and before.t == "Str" and after.t == "Str" then
      local last = utf8.codepoint(before.text, utf8.offset(before.text, -1))
      if is_chinese(last) and is_chinese(utf8.codepoint(after.text)) then
        inlines:remove(i)
      end
    end
  end
  return inlines
end

return { { RawBlock = find_extras, Inlines = join_chinese_lines }, { Pandoc = add_to_head } }
