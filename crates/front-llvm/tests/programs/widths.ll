; Widths that C lacks, swapped phis, vectors, saturation, and intrinsics on bits.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@odd = global i33 8589934591
@pair = global { i8, i24, i40 } { i8 1, i24 -2, i40 -3 }
@table = internal constant [2 x ptr] [ptr blockaddress(@jumps, %one), ptr blockaddress(@jumps, %two)]
@alias = alias i33, ptr @odd

declare void @emit(i64)
declare i33 @llvm.smax.i33(i33, i33)
declare i17 @llvm.abs.i17(i17, i1)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare i8 @llvm.bitreverse.i8(i8)
declare i16 @llvm.ctlz.i16(i16, i1)
declare i8 @llvm.sadd.sat.i8(i8, i8)
declare i8 @llvm.usub.sat.i8(i8, i8)
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32)
declare i8 @llvm.scmp.i8.i32(i32, i32)

define i64 @swap(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = phi i64 [ 1, %entry ], [ %b, %loop ]
  %b = phi i64 [ 2, %entry ], [ %a, %loop ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %out
out:
  %ten = mul i64 %a, 10
  %sum = add i64 %ten, %b
  ret i64 %sum
}

define i64 @jumps(i64 %which) {
  %slot = getelementptr inbounds [2 x ptr], ptr @table, i64 0, i64 %which
  %to = load ptr, ptr %slot
  indirectbr ptr %to, [label %one, label %two]
one:
  ret i64 11
two:
  ret i64 22
}

define <4 x i32> @lanes(<4 x i32> %v, i32 %x) {
  %i = insertelement <4 x i32> poison, i32 %x, i64 0
  %all = shufflevector <4 x i32> %i, <4 x i32> poison, <4 x i32> zeroinitializer
  %big = icmp sgt <4 x i32> %v, %all
  %sel = select <4 x i1> %big, <4 x i32> %v, <4 x i32> %all
  ret <4 x i32> %sel
}

define i32 @main() {
  %o = load i33, ptr @alias
  %o1 = add i33 %o, 3
  %s = ashr i33 %o1, 1
  %sz = zext i33 %s to i64
  call void @emit(i64 %sz)
  %neg = sub i33 0, %o1
  %d = sdiv i33 %neg, 2
  %dx = sext i33 %d to i64
  call void @emit(i64 %dx)
  %m = call i33 @llvm.smax.i33(i33 %neg, i33 -1)
  %mx = sext i33 %m to i64
  call void @emit(i64 %mx)
  store i33 %neg, ptr @odd
  %back = load i33, ptr @odd
  %same = icmp eq i33 %back, %neg
  %same64 = zext i1 %same to i64
  call void @emit(i64 %same64)
  %p24 = getelementptr { i8, i24, i40 }, ptr @pair, i32 0, i32 1
  %l24 = load i24, ptr %p24
  %l24x = sext i24 %l24 to i64
  call void @emit(i64 %l24x)
  %p40 = getelementptr { i8, i24, i40 }, ptr @pair, i32 0, i32 2
  %l40 = load i40, ptr %p40
  %l40z = zext i40 %l40 to i64
  call void @emit(i64 %l40z)
  %t17 = trunc i64 %l40z to i17
  %a17 = call i17 @llvm.abs.i17(i17 %t17, i1 false)
  %a17z = zext i17 %a17 to i64
  call void @emit(i64 %a17z)
  %r = call i32 @llvm.fshl.i32(i32 305419896, i32 -1, i32 8)
  %rz = zext i32 %r to i64
  call void @emit(i64 %rz)
  %rev = call i8 @llvm.bitreverse.i8(i8 19)
  %revz = zext i8 %rev to i64
  call void @emit(i64 %revz)
  %lz = call i16 @llvm.ctlz.i16(i16 300, i1 false)
  %lzz = zext i16 %lz to i64
  call void @emit(i64 %lzz)
  %sat = call i8 @llvm.sadd.sat.i8(i8 100, i8 100)
  %satx = sext i8 %sat to i64
  call void @emit(i64 %satx)
  %us = call i8 @llvm.usub.sat.i8(i8 10, i8 20)
  %usz = zext i8 %us to i64
  call void @emit(i64 %usz)
  %sw5 = call i64 @swap(i32 5)
  call void @emit(i64 %sw5)
  %sw6 = call i64 @swap(i32 6)
  call void @emit(i64 %sw6)
  %j0 = call i64 @jumps(i64 0)
  call void @emit(i64 %j0)
  %j1 = call i64 @jumps(i64 1)
  call void @emit(i64 %j1)
  %v = call <4 x i32> @lanes(<4 x i32> <i32 1, i32 -7, i32 9, i32 3>, i32 2)
  %sum = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v)
  %sumx = sext i32 %sum to i64
  call void @emit(i64 %sumx)
  %ov = call { i32, i1 } @llvm.smul.with.overflow.i32(i32 65536, i32 65536)
  %ov0 = extractvalue { i32, i1 } %ov, 0
  %ov1 = extractvalue { i32, i1 } %ov, 1
  %ovz = zext i1 %ov1 to i64
  %ov0x = sext i32 %ov0 to i64
  call void @emit(i64 %ov0x)
  call void @emit(i64 %ovz)
  %cmp = call i8 @llvm.scmp.i8.i32(i32 -5, i32 3)
  %cmpx = sext i8 %cmp to i64
  call void @emit(i64 %cmpx)
  ret i32 7
}
