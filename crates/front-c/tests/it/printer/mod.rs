//! Prints a syntax tree as C, every operand in parentheses, so that a test shows what the parser understood and gcc can
//! say whether it means the same as the source.

// tidy: long because it is one traversal of the whole syntax tree.

use cairn_base::SourceMap;
use cairn_front_c::ast::*;
use cairn_front_c::symbols::Symbols;
use std::fmt::Write;

pub struct Printer<'s> {
    symbols: &'s Symbols,
    sources: &'s SourceMap,
    out: String,
    indent: usize,
    /// The last `#pragma pack` printed.
    pack: Option<u32>,
}

pub fn print(unit: &TranslationUnit, symbols: &Symbols, sources: &SourceMap) -> String {
    let mut printer = Printer { symbols, sources, out: String::new(), indent: 0, pack: None };
    for item in &unit.items {
        printer.item(item);
    }
    printer.out
}

impl Printer<'_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:indent$}{text}", "", indent = self.indent);
    }

    fn item(&mut self, item: &ExternalDeclaration) {
        match item {
            ExternalDeclaration::Function(function) => self.function(function),
            ExternalDeclaration::Declaration(declaration) => {
                let text = self.declaration(declaration);
                self.line(&format!("{text};"));
            }
            ExternalDeclaration::StaticAssert(assert) => {
                let text = self.static_assert(assert);
                self.line(&text);
            }
            ExternalDeclaration::Pragma(..) => {}
            ExternalDeclaration::Asm(_, span) => {
                let text = self.sources.snippet(*span);
                self.line(text);
            }
        }
    }

    fn static_assert(&mut self, assert: &StaticAssert) -> String {
        let cond = self.expr(&assert.cond);
        match &assert.message {
            Some(message) => format!("_Static_assert({cond}, {});", bytes(message)),
            None => format!("_Static_assert({cond});"),
        }
    }

    fn function(&mut self, function: &FunctionDefinition) {
        let attributes = self.attributes(&function.declarator.attributes);
        let bare = Declarator { attributes: Vec::new(), ..function.declarator.clone() };
        let head = format!("{}{} {}", attributes, self.specifiers(&function.specifiers), self.declarator(&bare));
        self.line(&head);
        for declaration in &function.old_style_params {
            let text = self.declaration(declaration);
            self.line(&format!("{text};"));
        }
        self.block(&function.body);
    }

    fn declaration(&mut self, declaration: &Declaration) -> String {
        let mut text = self.specifiers(&declaration.specifiers);
        for (index, init) in declaration.declarators.iter().enumerate() {
            text.push_str(if index > 0 { ", " } else { " " });
            text.push_str(&self.declarator(&init.declarator));
            if let Some(init) = &init.init {
                let value = self.initializer(init);
                let _ = write!(text, " = {value}");
            }
        }
        text
    }

    fn attributes(&mut self, attributes: &[Attribute]) -> String {
        let mut text = String::new();
        for attribute in attributes {
            let name = &self.symbols[attribute.name];
            let args: Vec<String> = attribute.args.iter().map(|arg| self.bare(arg)).collect();
            let _ = match (name, args.is_empty()) {
                ("asm", _) => write!(text, " asm({})", args.join(", ")),
                (_, true) => write!(text, " __attribute__((__{name}__))"),
                (_, false) => write!(text, " __attribute__((__{name}__({})))", args.join(", ")),
            };
        }
        text
    }

    fn specifiers(&mut self, specifiers: &Specifiers) -> String {
        let mut words = Vec::new();
        words.extend(specifiers.storage.map(|storage| format!("{storage:?}").to_lowercase()));
        if specifiers.thread_local {
            words.push("_Thread_local".into());
        }
        if specifiers.inline {
            words.push("inline".into());
        }
        if specifiers.noreturn {
            words.push("_Noreturn".into());
        }
        for expr in &specifiers.alignas {
            let text = self.expr(expr);
            words.push(format!("_Alignas({text})"));
        }
        let qualifiers = qualifiers(specifiers.qualifiers);
        if !qualifiers.is_empty() {
            words.push(qualifiers);
        }
        let ty = self.type_specifier(&specifiers.ty);
        if !ty.is_empty() {
            words.push(ty);
        }
        let attributes = self.attributes(&specifiers.attributes);
        if !attributes.is_empty() {
            words.push(attributes.trim_start().to_owned());
        }
        words.join(" ")
    }

    fn type_specifier(&mut self, ty: &TypeSpecifier) -> String {
        match ty {
            TypeSpecifier::Basic(words) => basic(words),
            TypeSpecifier::Name(name) => self.symbols[*name].to_owned(),
            TypeSpecifier::Record(record) => self.record(record),
            TypeSpecifier::Enum(specifier) => {
                let attributes = self.attributes(&specifier.attributes);
                let mut text = format!("enum{attributes}");
                if let Some(tag) = specifier.tag {
                    let _ = write!(text, " {}", &self.symbols[tag]);
                }
                if let Some(constants) = &specifier.constants {
                    let mut list = Vec::new();
                    for (name, value, _) in constants {
                        let mut constant = self.symbols[*name].to_owned();
                        if let Some(value) = value {
                            let _ = write!(constant, " = {}", self.expr(value));
                        }
                        list.push(constant);
                    }
                    let _ = write!(text, " {{ {} }}", list.join(", "));
                }
                text
            }
            TypeSpecifier::TypeofExpr(expr) => format!("typeof({})", self.expr(expr)),
            TypeSpecifier::TypeofType(ty) => format!("typeof({})", self.type_name(ty)),
            TypeSpecifier::AutoType => "__auto_type".into(),
            TypeSpecifier::Atomic(ty) => format!("_Atomic({})", self.type_name(ty)),
            TypeSpecifier::VaList => "__builtin_va_list".into(),
            TypeSpecifier::Missing => String::new(),
        }
    }

    fn record(&mut self, record: &RecordSpecifier) -> String {
        let word = if record.is_union { "union" } else { "struct" };
        let mut text = format!("{word}{}", self.attributes(&record.attributes));
        if let Some(tag) = record.tag {
            let _ = write!(text, " {}", &self.symbols[tag]);
        }
        let Some(members) = &record.members else { return text };
        text.push_str(" {");
        for member in members {
            match member {
                MemberDeclaration::Fields(specifiers, fields) => {
                    let _ = write!(text, " {}", self.specifiers(specifiers));
                    for (index, field) in fields.iter().enumerate() {
                        text.push_str(if index > 0 { ", " } else { " " });
                        let bare = Declarator { attributes: Vec::new(), ..field.declarator.clone() };
                        text.push_str(&self.declarator(&bare));
                        if let Some(width) = &field.width {
                            let _ = write!(text, " : {}", self.expr(width));
                        }
                        text.push_str(&self.attributes(&field.declarator.attributes));
                    }
                    text.push(';');
                }
                MemberDeclaration::StaticAssert(assert) => {
                    let _ = write!(text, " {}", self.static_assert(assert));
                }
            }
        }
        // gcc takes a pragma before the closing brace but not after it.
        if record.pack != self.pack {
            self.pack = record.pack;
            let bytes = record.pack.map_or(String::new(), |bytes| bytes.to_string());
            let _ = write!(text, "\n#pragma pack({bytes})\n}}");
        } else {
            text.push_str(" }");
        }
        text
    }

    fn declarator(&mut self, declarator: &Declarator) -> String {
        let mut text = declarator.name.map_or(String::new(), |name| self.symbols[name].to_owned());
        let mut after_star = false;
        for derived in &declarator.derived {
            if after_star && !matches!(derived, Derived::Pointer(_)) {
                text = format!("({text})");
            }
            after_star = matches!(derived, Derived::Pointer(_));
            match derived {
                Derived::Pointer(q) => {
                    let q = qualifiers(*q);
                    let space = if q.is_empty() { "" } else { " " };
                    text = format!("*{space}{q}{space}{text}");
                }
                Derived::Array { size, star, is_promised, qualifiers: q } => {
                    let mut size = size.as_ref().map_or(String::new(), |size| self.expr(size));
                    if *star {
                        size = "*".into();
                    }
                    let q = qualifiers(*q);
                    let space = if q.is_empty() { "" } else { " " };
                    let promised = if *is_promised { "static " } else { "" };
                    let _ = write!(text, "[{promised}{q}{space}{size}]");
                }
                Derived::Function { params, variadic, prototype, identifiers } => {
                    let mut list: Vec<String> = Vec::new();
                    for param in params {
                        let mut one = self.specifiers(&param.specifiers);
                        let declarator = self.declarator(&param.declarator);
                        if !declarator.is_empty() {
                            let _ = write!(one, " {declarator}");
                        }
                        list.push(one);
                    }
                    list.extend(identifiers.iter().map(|name| self.symbols[*name].to_owned()));
                    if *variadic {
                        list.push("...".into());
                    }
                    if *prototype && list.is_empty() {
                        list.push("void".into());
                    }
                    let _ = write!(text, "({})", list.join(", "));
                }
            }
        }
        text.push_str(&self.attributes(&declarator.attributes));
        text
    }

    fn type_name(&mut self, ty: &TypeName) -> String {
        let declarator = self.declarator(&ty.declarator);
        format!("{}{}{declarator}", self.specifiers(&ty.specifiers), if declarator.is_empty() { "" } else { " " })
    }

    fn initializer(&mut self, init: &Initializer) -> String {
        match init {
            // In parentheses, a string would be no initialiser of an array.
            Initializer::Expr(expr) => self.bare(expr),
            Initializer::List(items, _) => self.init_list(items),
        }
    }

    fn init_list(&mut self, items: &[InitItem]) -> String {
        let mut list = Vec::new();
        for item in items {
            let mut text = self.designators(&item.designators);
            if !item.designators.is_empty() {
                text.push_str(" = ");
            }
            text.push_str(&self.initializer(&item.value));
            list.push(text);
        }
        format!("{{ {} }}", list.join(", "))
    }

    fn designators(&mut self, designators: &[Designator]) -> String {
        let mut text = String::new();
        for designator in designators {
            let _ = match designator {
                Designator::Field(name, _) => write!(text, ".{}", &self.symbols[*name]),
                Designator::Index(index) => write!(text, "[{}]", self.expr(index)),
                Designator::Range(from, to) => write!(text, "[{} ... {}]", self.expr(from), self.expr(to)),
            };
        }
        text
    }

    fn block(&mut self, block: &CompoundStatement) {
        self.line("{");
        self.indent += 2;
        for item in &block.items {
            match item {
                BlockItem::Declaration(declaration) => {
                    let text = self.declaration(declaration);
                    self.line(&format!("{text};"));
                }
                BlockItem::Function(function) => self.function(function),
                BlockItem::StaticAssert(assert) => {
                    let text = self.static_assert(assert);
                    self.line(&text);
                }
                BlockItem::Statement(statement) => self.statement(statement),
                BlockItem::LocalLabels(labels) => {
                    let labels: Vec<&str> = labels.iter().map(|l| &self.symbols[*l]).collect();
                    self.line(&format!("__label__ {};", labels.join(", ")));
                }
            }
        }
        self.indent -= 2;
        self.line("}");
    }

    fn nested(&mut self, statement: &SyntaxStatement) {
        self.indent += 2;
        self.statement(statement);
        self.indent -= 2;
    }

    fn statement(&mut self, statement: &SyntaxStatement) {
        match &statement.kind {
            StatementKind::Empty => self.line(";"),
            StatementKind::Expr(expr) => {
                let text = self.bare(expr);
                self.line(&format!("{text};"));
            }
            StatementKind::Block(block) => self.block(block),
            StatementKind::If(cond, then, otherwise) => {
                let cond = self.bare(cond);
                self.line(&format!("if ({cond})"));
                self.line("{");
                self.nested(then);
                self.line("}");
                if let Some(otherwise) = otherwise {
                    self.line("else");
                    self.nested(otherwise);
                }
            }
            StatementKind::Switch(cond, body) => {
                let cond = self.bare(cond);
                self.line(&format!("switch ({cond})"));
                self.nested(body);
            }
            StatementKind::Contract(_, inner) => self.statement(inner),
            StatementKind::While(cond, body) => {
                let cond = self.bare(cond);
                self.line(&format!("while ({cond})"));
                self.nested(body);
            }
            StatementKind::DoWhile(body, cond) => {
                self.line("do");
                self.nested(body);
                let cond = self.bare(cond);
                self.line(&format!("while ({cond});"));
            }
            StatementKind::For(init, cond, step, body) => {
                let init = match init {
                    None => String::new(),
                    Some(ForInit::Expr(expr)) => self.bare(expr),
                    Some(ForInit::Declaration(declaration)) => self.declaration(declaration),
                };
                let cond = cond.as_ref().map_or(String::new(), |cond| self.bare(cond));
                let step = step.as_ref().map_or(String::new(), |step| self.bare(step));
                self.line(&format!("for ({init}; {cond}; {step})"));
                self.nested(body);
            }
            StatementKind::Goto(label) => self.line(&format!("goto {};", &self.symbols[*label])),
            StatementKind::GotoComputed(expr) => {
                let text = self.expr(expr);
                self.line(&format!("goto *{text};"));
            }
            StatementKind::Continue => self.line("continue;"),
            StatementKind::Break => self.line("break;"),
            StatementKind::Return(None) => self.line("return;"),
            StatementKind::Return(Some(value)) => {
                let text = self.bare(value);
                self.line(&format!("return {text};"));
            }
            StatementKind::Label(name, body) => {
                self.line(&format!("{}:", &self.symbols[*name]));
                self.statement(body);
            }
            StatementKind::Case(from, to, body) => {
                let mut text = format!("case {}", self.expr(from));
                if let Some(to) = to {
                    let _ = write!(text, " ... {}", self.expr(to));
                }
                self.line(&format!("{text}:"));
                self.statement(body);
            }
            StatementKind::Default(body) => {
                self.line("default:");
                self.statement(body);
            }
            StatementKind::Asm(asm) => {
                let mut operands = |list: &[AsmOperand]| {
                    let operand = |operand: &AsmOperand| {
                        let name = operand.name.as_ref().map(|name| format!("[{name}] ")).unwrap_or_default();
                        format!("{name}{}({})", bytes(&operand.constraint), self.bare(&operand.value))
                    };
                    list.iter().map(operand).collect::<Vec<String>>().join(", ")
                };
                let (outputs, inputs) = (operands(&asm.outputs), operands(&asm.inputs));
                let clobbers: Vec<String> = asm.clobbers.iter().map(|c| bytes(c)).collect();
                let labels: Vec<&str> = asm.labels.iter().map(|l| &self.symbols[*l]).collect();
                let goto = if labels.is_empty() { "" } else { " goto" };
                let tail = if labels.is_empty() { String::new() } else { format!(" : {}", labels.join(", ")) };
                self.line(&format!(
                    "asm{goto} volatile ({} : {outputs} : {inputs} : {}{tail});",
                    bytes(&asm.template),
                    clobbers.join(", ")
                ));
            }
        }
    }

    /// An expression that needs no parentheses around it.
    fn bare(&mut self, expr: &SyntaxExpr) -> String {
        match &expr.kind {
            SyntaxExprKind::Binary(BinaryOperator::Comma, ..) => self.expr(expr),
            _ => {
                let text = self.expr(expr);
                match text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) {
                    Some(inner) if wraps(&expr.kind) => inner.to_owned(),
                    _ => text,
                }
            }
        }
    }

    fn expr(&mut self, expr: &SyntaxExpr) -> String {
        match &expr.kind {
            SyntaxExprKind::Int { value, suffix, decimal } => {
                let digits = if *decimal { format!("{value}") } else { format!("{value:#x}") };
                let unsigned = if suffix.unsigned { "u" } else { "" };
                let imaginary = if suffix.imaginary { "i" } else { "" };
                format!("{digits}{unsigned}{}{imaginary}", "l".repeat(suffix.long.into()))
            }
            SyntaxExprKind::Float(text, suffix) => {
                let suffix = match suffix {
                    FloatSuffix::None => "",
                    FloatSuffix::F => "f",
                    FloatSuffix::L => "l",
                    FloatSuffix::Q => "q",
                };
                format!("{}{suffix}", &self.symbols[*text])
            }
            SyntaxExprKind::Char(units, encoding) => {
                let units: Vec<String> = units.iter().map(|u| unit(*u, *encoding)).collect();
                format!("{}'{}'", prefix(*encoding), units.join(""))
            }
            SyntaxExprKind::String(units, encoding) => string(units, *encoding),
            SyntaxExprKind::Name(name) => self.symbols[*name].to_owned(),
            SyntaxExprKind::Call(callee, args) => {
                let args: Vec<String> = args.iter().map(|arg| self.bare(arg)).collect();
                format!("{}({})", self.expr(callee), args.join(", "))
            }
            SyntaxExprKind::Index(base, index) => format!("{}[{}]", self.expr(base), self.bare(index)),
            SyntaxExprKind::Member(base, name) => format!("{}.{}", self.expr(base), &self.symbols[*name]),
            SyntaxExprKind::Arrow(base, name) => format!("{}->{}", self.expr(base), &self.symbols[*name]),
            SyntaxExprKind::PostIncrement(base, up) => {
                format!("({}{})", self.expr(base), if *up { "++" } else { "--" })
            }
            SyntaxExprKind::PreIncrement(base, up) => format!("({}{})", if *up { "++" } else { "--" }, self.expr(base)),
            SyntaxExprKind::Unary(op, operand) => {
                let op = match op {
                    PrefixOperator::AddressOf => "&",
                    PrefixOperator::Deref => "*",
                    PrefixOperator::Plus => "+",
                    PrefixOperator::Minus => "-",
                    PrefixOperator::BitNot => "~",
                    PrefixOperator::LogicalNot => "!",
                    PrefixOperator::Real => "__real__ ",
                    PrefixOperator::Imag => "__imag__ ",
                };
                format!("({op}{})", self.expr(operand))
            }
            SyntaxExprKind::Binary(op, left, right) => {
                format!("({} {} {})", self.expr(left), binary(*op), self.expr(right))
            }
            SyntaxExprKind::Assign(op, left, right) => {
                format!("({} {}= {})", self.expr(left), op.map_or("", binary), self.expr(right))
            }
            SyntaxExprKind::Conditional(cond, then, otherwise) => {
                let then = then.as_ref().map_or(String::new(), |then| self.expr(then));
                format!("({} ? {then} : {})", self.expr(cond), self.expr(otherwise))
            }
            SyntaxExprKind::Cast(ty, operand) => format!("(({}) {})", self.type_name(ty), self.expr(operand)),
            SyntaxExprKind::CompoundLiteral(ty, items) => {
                format!("(({}) {})", self.type_name(ty), self.init_list(items))
            }
            SyntaxExprKind::SizeofExpr(operand) => format!("(sizeof {})", self.expr(operand)),
            SyntaxExprKind::SizeofType(ty) => format!("sizeof({})", self.type_name(ty)),
            SyntaxExprKind::AlignofExpr(operand) => format!("(__alignof__ {})", self.expr(operand)),
            SyntaxExprKind::AlignofType(ty) => format!("__alignof__({})", self.type_name(ty)),
            SyntaxExprKind::Statement(block) => {
                let outer = std::mem::take(&mut self.out);
                self.block(block);
                let text = std::mem::replace(&mut self.out, outer);
                format!("({})", text.trim())
            }
            SyntaxExprKind::LabelAddress(label) => format!("(&&{})", &self.symbols[*label]),
            SyntaxExprKind::Generic(control, associations) => {
                let mut text = format!("_Generic({}", self.bare(control));
                for (ty, value) in associations {
                    let ty = ty.as_ref().map_or("default".to_owned(), |ty| self.type_name(ty));
                    let _ = write!(text, ", {ty}: {}", self.bare(value));
                }
                text + ")"
            }
            SyntaxExprKind::Offsetof(ty, path) => {
                let ty = self.type_name(ty);
                let path = self.designators(path);
                format!("__builtin_offsetof({ty}, {})", path.trim_start_matches('.'))
            }
            SyntaxExprKind::TypesCompatible(one, other) => {
                format!("__builtin_types_compatible_p({}, {})", self.type_name(one), self.type_name(other))
            }
            SyntaxExprKind::VaArg(list, ty) => format!("__builtin_va_arg({}, {})", self.bare(list), self.type_name(ty)),
            SyntaxExprKind::ChooseExpr(cond, then, otherwise) => {
                format!("__builtin_choose_expr({}, {}, {})", self.bare(cond), self.bare(then), self.bare(otherwise))
            }
            SyntaxExprKind::Paren(inner) | SyntaxExprKind::Whole(inner) => format!("({})", self.expr(inner)),
        }
    }
}

fn wraps(kind: &SyntaxExprKind) -> bool {
    matches!(
        kind,
        SyntaxExprKind::PostIncrement(..)
            | SyntaxExprKind::PreIncrement(..)
            | SyntaxExprKind::Unary(..)
            | SyntaxExprKind::Binary(..)
            | SyntaxExprKind::Assign(..)
            | SyntaxExprKind::Conditional(..)
            | SyntaxExprKind::Cast(..)
    )
}

fn binary(op: BinaryOperator) -> &'static str {
    match op {
        BinaryOperator::Mul => "*",
        BinaryOperator::Div => "/",
        BinaryOperator::Rem => "%",
        BinaryOperator::Add => "+",
        BinaryOperator::Sub => "-",
        BinaryOperator::Shl => "<<",
        BinaryOperator::Shr => ">>",
        BinaryOperator::Lt => "<",
        BinaryOperator::Gt => ">",
        BinaryOperator::Le => "<=",
        BinaryOperator::Ge => ">=",
        BinaryOperator::Eq => "==",
        BinaryOperator::Ne => "!=",
        BinaryOperator::BitAnd => "&",
        BinaryOperator::BitXor => "^",
        BinaryOperator::BitOr => "|",
        BinaryOperator::LogicalAnd => "&&",
        BinaryOperator::LogicalOr => "||",
        BinaryOperator::Comma => ",",
    }
}

fn qualifiers(qualifiers: Qualifiers) -> String {
    let words = [
        (qualifiers.is_const, "const"),
        (qualifiers.is_volatile, "volatile"),
        (qualifiers.is_restrict, "restrict"),
        (qualifiers.is_atomic, "_Atomic"),
    ];
    let words: Vec<&str> = words.iter().filter(|(given, _)| *given).map(|(_, word)| *word).collect();
    words.join(" ")
}

fn basic(words: &BasicWords) -> String {
    let list = [
        (words.complex, "_Complex"),
        (words.signed, "signed"),
        (words.unsigned, "unsigned"),
        (words.void, "void"),
        (words.bool_, "_Bool"),
        (words.char_, "char"),
        (words.short, "short"),
        (words.long > 0, "long"),
        (words.long > 1, "long"),
        (words.int, "int"),
        (words.float, "float"),
        (words.double, "double"),
        (words.int128, "__int128"),
        (words.float128, "__float128"),
    ];
    let list: Vec<&str> = list.iter().filter(|(given, _)| *given).map(|(_, word)| *word).collect();
    list.join(" ")
}

fn prefix(encoding: LiteralEncoding) -> &'static str {
    match encoding {
        LiteralEncoding::Plain => "",
        LiteralEncoding::Utf8 => "u8",
        LiteralEncoding::Utf16 => "u",
        LiteralEncoding::Utf32 => "U",
        LiteralEncoding::Wide => "L",
    }
}

fn unit(unit: u32, encoding: LiteralEncoding) -> String {
    match char::from_u32(unit) {
        Some(c) if (c.is_ascii_graphic() || c == ' ') && !matches!(c, '"' | '\'' | '\\' | '?') => c.to_string(),
        _ if unit <= 0o777 && matches!(encoding, LiteralEncoding::Plain | LiteralEncoding::Utf8) => {
            format!("\\{unit:03o}")
        }
        _ => format!("\\x{unit:x}"),
    }
}

fn string(units: &[u32], encoding: LiteralEncoding) -> String {
    let mut text = format!("{}\"", prefix(encoding));
    let mut after_hex = false;
    for one in units {
        let next = unit(*one, encoding);
        if after_hex && next.starts_with(|c: char| c.is_ascii_hexdigit()) {
            let _ = write!(text, "\" {}\"", prefix(encoding));
        }
        after_hex = next.starts_with("\\x");
        text.push_str(&next);
    }
    text + "\""
}

fn bytes(bytes: &[u8]) -> String {
    let units: Vec<u32> = bytes.iter().map(|b| u32::from(*b)).collect();
    string(&units, LiteralEncoding::Plain)
}
